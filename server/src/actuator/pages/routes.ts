import { upkeepContracts, workContracts, type PlatformHealth } from '@platform/host-api';
import { NODE_QUESTIONS } from '../../cluster/index.ts';
import { CACHE, type LogThreshold } from '../../infra/index.ts';
import {
  defineRoute,
  ofPlatformTenant,
  question,
  type ModuleContext,
  type Route,
} from '../../kernel/index.ts';
import { FRESH_PROOF } from '../../system/index.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import { NamedDiagnosis } from '../diagnosis/named-diagnosis.ts';
import { DECIDING, worst } from '../health/readiness.ts';
import type { Probes } from '../health/health.ts';
import type { PlatformLevels } from '../loggers/platform-levels.ts';
import { levelName } from '../loggers/routes.ts';
import type { RequestTimes } from '../metrics/request-times.ts';
import { licencesOf } from '../sbom/licences.ts';
import { Sbom } from '../sbom/sbom.ts';
import { askedNode } from './asked-node.ts';
import { WORK, workOf } from './work.ts';

/** Longer than the time that a part has to answer the host. */
const HEALTH = question<null, PlatformHealth>('health', 4_000);

interface PageParts {
  readonly probes: Probes;
  readonly requests: Pick<RequestTimes, 'list'>;
  readonly levels: PlatformLevels;
  readonly diagnosis: Diagnosis;
}

/** `/monitor`: what the actuator knows, for pages of the shell and their sessions. (design 12) */
export const pageRoutes = (ctx: ModuleContext, parts: PageParts): Route[] =>
  ofPlatformTenant([...workRoutes(ctx, parts), ...upkeepRoutes(ctx, parts), ...diagnosisPages(ctx, parts)]);

function workRoutes(ctx: ModuleContext, { probes, requests }: PageParts): Route[] {
  const health = askedNode(ctx, HEALTH, async () => {
    const components = await probes.all();
    return { status: worst(DECIDING.map((name) => components[name])), components };
  });
  const work = askedNode(ctx, WORK, workOf(ctx, requests));
  return [
    defineRoute({
      ...workContracts.health,
      handler: ({ query: { nodeId } }) => health(nodeId, null),
    }),
    defineRoute({
      ...workContracts.work,
      handler: ({ query: { nodeId, ...query } }) => work(nodeId, query),
    }),
  ];
}

function upkeepRoutes(ctx: ModuleContext, { levels }: PageParts): Route[] {
  const cache = ctx.use(CACHE);
  const sbom = new Sbom(import.meta.dirname);
  return [
    defineRoute({
      ...upkeepContracts.licences,
      handler: async () => licencesOf(await sbom.read()),
    }),
    defineRoute({
      ...upkeepContracts.cache,
      handler: async () => {
        const { prefixes, complete, usage } = await cache.content();
        return {
          type: ctx.config.cache.type,
          complete,
          prefixes: [...prefixes],
          hits: usage?.hits ?? null,
          misses: usage?.misses ?? null,
          evicted: usage?.evicted ?? null,
        };
      },
    }),
    defineRoute({
      ...upkeepContracts.clearCache,
      audit: 'Clear cached values',
      handler: ({ query }) => cache.clear(query.prefix),
    }),
    defineRoute({
      ...upkeepContracts.loggers,
      handler: () =>
        levels.list().map(({ name, configured, effective }) => ({
          name,
          configured: configured === undefined ? null : levelName(configured),
          effective: levelName(effective),
        })),
    }),
    defineRoute({
      ...upkeepContracts.setLogger,
      audit: 'Set the level of a logger',
      handler: async ({ params, body }) => {
        const level = body.level?.toLowerCase() as LogThreshold | undefined;
        await levels.setEverywhere(params.name, level, body.for);
      },
    }),
  ];
}

/** A snapshot holds secrets in use: who takes one proves who they are. */
function diagnosisPages(ctx: ModuleContext, { diagnosis }: PageParts): Route[] {
  const proof = ctx.use(FRESH_PROOF);
  const named = new NamedDiagnosis(ctx.use(NODE_QUESTIONS), diagnosis);
  ctx.onDispose(named.answer());
  return [
    defineRoute({
      ...upkeepContracts.mayDiagnose,
      handler: async ({ query: { nodeId, kind = 'profile' } }) => {
        proof.require();
        await named.find(nodeId, kind);
      },
    }),
    defineRoute({
      ...upkeepContracts.heapSnapshot,
      audit: 'Take a heap dump',
      head: false,
      handler: ({ query, reply }) => {
        proof.require();
        return named.heapDump(reply, query.nodeId);
      },
    }),
    defineRoute({
      ...upkeepContracts.cpuProfile,
      audit: 'Take a CPU profile',
      head: false,
      handler: ({ query, reply, signal }) => {
        proof.require();
        return named.cpuProfile(query.seconds, reply, signal, query.nodeId);
      },
    }),
  ];
}
