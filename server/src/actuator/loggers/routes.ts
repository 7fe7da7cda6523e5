import { loggerContracts, type DataOf } from '@platform/host-api';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import {
  CLUSTER_BUS,
  LOG_LEVELS,
  LogLevels,
  type LoggerLevel,
  type LogThreshold,
} from '../../infra/index.ts';
import { defineRoute, type ModuleContext, type Route } from '../../kernel/index.ts';
import { TimedLevels, unknownLogger } from './timed-levels.ts';

type LoggerAnswer = DataOf<(typeof loggerContracts.get)['schema']['response']>;
type LevelName = LoggerAnswer['effectiveLevel'];

const TOPIC = 'loggers';

/** A level that an operator has set for the whole platform. */
interface LevelSet {
  readonly name: string;
  /** Missing where it goes back to what is above. */
  readonly level?: LogThreshold;
  readonly duration?: string;
}

const LEVELS: readonly LevelName[] = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

const nameOf = (level: LogThreshold): LevelName => level.toUpperCase() as LevelName;

const answerOf = ({ configured, effective }: LoggerLevel): LoggerAnswer => ({
  ...(configured === undefined ? {} : { configuredLevel: nameOf(configured) }),
  effectiveLevel: nameOf(effective),
});

/** `/actuator/loggers`. (spec: Monitoring endpoints) */
export function loggerRoutes(ctx: ModuleContext): Route[] {
  const levels = ctx.services.find(LOG_LEVELS) ?? new LogLevels(ctx.config.logging.level);
  const timed = new TimedLevels(levels);
  const nodes = ctx.use(NODE_REGISTRY);
  const bus = ctx.use(CLUSTER_BUS);
  ctx.onDispose(() => timed.close());
  ctx.onDispose(
    bus.subscribe(TOPIC, {
      heard: (body) => {
        const { name, level, duration } = body as LevelSet;
        timed.follow(name, level, duration);
      },
      // Levels are no state of the platform: a host that starts has those of its configuration.
      missed: () => undefined,
    }),
  );
  return [
    defineRoute({
      ...loggerContracts.list,
      handler: () => ({
        levels: LEVELS,
        loggers: Object.fromEntries(levels.list().map((logger) => [logger.name, answerOf(logger)])),
        groups: {},
      }),
    }),
    defineRoute({
      ...loggerContracts.get,
      handler: ({ params: { name } }) => {
        if (!levels.knows(name)) throw unknownLogger(name);
        return answerOf(levels.get(name));
      },
    }),
    defineRoute({
      ...loggerContracts.set,
      audit: 'Set the level of a logger',
      handler: async ({ params: { name }, query, body, reply }) => {
        const level = body.configuredLevel?.toLowerCase() as LogThreshold | undefined;
        timed.set(name, level, query.for);
        // The answer has no body in Spring Boot's protocol.
        reply.status(204);
        if (query.scope !== 'platform') return;
        const told: LevelSet = {
          name,
          ...(level === undefined ? {} : { level }),
          ...(query.for === undefined ? {} : { duration: query.for }),
        };
        bus.publish(TOPIC, told);
        const live = (await nodes.list()).filter(({ state }) => state !== 'gone');
        reply.header('x-platform-hosts', live.map(({ nodeId }) => nodeId).join(','));
      },
    }),
  ];
}
