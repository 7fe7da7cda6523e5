import { loggerContracts, type DataOf } from '@platform/host-api';
import { HOST_ID } from '../../data/index.ts';
import { LOG_LEVELS, LogLevels, type LoggerLevel } from '../../infra/index.ts';
import { defineRoute, type LogLevel, type ModuleContext, type Route } from '../../kernel/index.ts';
import { TimedLevels, unknownLogger } from './timed-levels.ts';

type LoggerAnswer = DataOf<(typeof loggerContracts.get)['schema']['response']>;
type LevelName = LoggerAnswer['effectiveLevel'];

const LEVELS: readonly LevelName[] = ['ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

const nameOf = (level: LogLevel): LevelName => level.toUpperCase() as LevelName;

const answerOf = ({ configured, effective }: LoggerLevel): LoggerAnswer => ({
  ...(configured === undefined ? {} : { configuredLevel: nameOf(configured) }),
  effectiveLevel: nameOf(effective),
});

/** `/actuator/loggers`. (spec: Monitoring endpoints) */
export function loggerRoutes(ctx: ModuleContext): Route[] {
  const levels = ctx.services.find(LOG_LEVELS) ?? new LogLevels(ctx.config.logging.level);
  const timed = new TimedLevels(levels);
  const host = ctx.use(HOST_ID);
  ctx.onDispose(() => timed.close());
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
      handler: ({ params, query, body, reply }) => {
        const level = body.configuredLevel?.toLowerCase() as LogLevel | undefined;
        timed.set(params.name, level, query.for);
        // The answer has no body in Spring Boot's protocol.
        if (query.scope === 'platform') reply.header('x-platform-hosts', host);
        reply.status(204);
      },
    }),
  ];
}
