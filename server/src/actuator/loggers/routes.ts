import { loggerContracts, type DataOf } from '@platform/host-api';
import type { LoggerLevel, LogThreshold } from '../../infra/index.ts';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { PlatformLevels } from './platform-levels.ts';

type LoggerAnswer = DataOf<(typeof loggerContracts.get)['schema']['response']>;
export type LevelName = LoggerAnswer['effectiveLevel'];

const LEVELS: readonly LevelName[] = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];

/** The name of a level as Spring Boot has it. */
export const levelName = (level: LogThreshold): LevelName => level.toUpperCase() as LevelName;

const answerOf = ({ configured, effective }: LoggerLevel): LoggerAnswer => ({
  ...(configured === undefined ? {} : { configuredLevel: levelName(configured) }),
  effectiveLevel: levelName(effective),
});

/** `/actuator/loggers`. (spec: Monitoring endpoints) */
export function loggerRoutes(levels: PlatformLevels): Route[] {
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
      handler: ({ params: { name } }) => answerOf(levels.get(name)),
    }),
    defineRoute({
      ...loggerContracts.set,
      audit: 'Set the level of a logger',
      handler: async ({ params: { name }, query, body, reply }) => {
        const level = body.configuredLevel?.toLowerCase() as LogThreshold | undefined;
        // The answer has no body in Spring Boot's protocol.
        reply.status(204);
        if (query.scope === 'platform') {
          const { confirmed, silent } = await levels.setEverywhere(name, level, query.for);
          reply.header('x-platform-hosts', confirmed.join(','));
          if (silent.length > 0) reply.header('x-platform-hosts-silent', silent.join(','));
          return;
        }
        const workers = await levels.set(name, level, query.for);
        if (workers !== undefined) reply.header('x-platform-workers', workers.join(','));
      },
    }),
  ];
}
