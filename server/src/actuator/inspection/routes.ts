import { inspectionContracts } from '@platform/host-api';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import { DATABASE } from '../../data/index.ts';
import {
  defineRoute,
  HTTP,
  MODULE_REPORTS,
  PLATFORM_VERSION,
  type ModuleContext,
  type ModuleReport,
  type Route,
} from '../../kernel/index.ts';
import { PLUGIN_RUNTIME, type ApplicationDescription } from '../../plugin-runtime/index.ts';
import { applicationBeans, hostBeans } from './beans.ts';
import { contextsOf } from './contexts.ts';
import { applicationMappings, hostMappings } from './mappings.ts';
import { scheduledTasks } from './scheduled-tasks.ts';

/** Routes that describe the running host. (spec: Monitoring endpoints; design 11.2) */
export function inspectionRoutes(ctx: ModuleContext): Route[] {
  const http = ctx.use(HTTP);
  const database = ctx.use(DATABASE);
  const nodes = ctx.use(NODE_REGISTRY);
  const runtime = ctx.use(PLUGIN_RUNTIME);
  const modules = ctx.use(MODULE_REPORTS);
  return [
    defineRoute({
      ...inspectionContracts.beans,
      handler: () =>
        contextsOf({ beans: hostBeans(modules) }, runtime.describe(), (application) => ({
          beans: applicationBeans(application),
        })),
    }),
    defineRoute({
      ...inspectionContracts.mappings,
      handler: () => contextsOf(hostMappings(http.routeTable), runtime.describe(), applicationMappings),
    }),
    defineRoute({
      ...inspectionContracts.scheduledTasks,
      handler: () => scheduledTasks(runtime.describe(), database),
    }),
    defineRoute({
      ...inspectionContracts.conditions,
      handler: () => contextsOf(leftOut([]), runtime.describe(), ({ skipped }) => leftOut(skipped)),
    }),
    defineRoute({ ...inspectionContracts.startup, handler: () => timeLine(modules) }),
    defineRoute({
      ...inspectionContracts.plugins,
      handler: () => ({ applications: [...runtime.describe()] }),
    }),
    defineRoute({
      ...inspectionContracts.nodes,
      handler: async () => ({ nodes: await nodes.list() }),
    }),
  ];
}

/** Classes without a dependency that the host lacks. (spec: Errors) */
const leftOut = (skipped: ApplicationDescription['skipped']) => ({
  positiveMatches: {},
  negativeMatches: Object.fromEntries(
    skipped.map(({ name, missing }) => [
      name,
      {
        notMatched: [{ condition: 'OnDependency', message: `The package ${missing} is missing.` }],
        matched: [],
      },
    ]),
  ),
  unconditionalClasses: [],
});

const isoOf = (ms: number): string => new Date(ms).toISOString();

function timeLine(modules: readonly ModuleReport[]) {
  const spans = modules.flatMap(({ name, spans: own }) => own.map((span) => ({ ...span, name })));
  const events = spans
    .sort((one, other) => one.startedAt - other.startedAt)
    .map(({ name, step, startedAt, endedAt }, id) => ({
      startTime: isoOf(startedAt),
      endTime: isoOf(endedAt),
      duration: `PT${(endedAt - startedAt) / 1000}S`,
      startupStep: { name: `platform.module.${step}`, id, tags: [{ key: 'module', value: name }] },
    }));
  return {
    springBootVersion: `platform ${PLATFORM_VERSION}`,
    timeline: { startTime: isoOf(performance.timeOrigin), events },
  };
}
