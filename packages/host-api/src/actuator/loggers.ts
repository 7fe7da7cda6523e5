import { Type } from 'typebox';
import { Nothing, nullable, oneOf } from '../contract/index.ts';
import { monitoring } from './monitoring.ts';

const LevelSchema = oneOf('OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE');

const LoggerSchema = Type.Object({
  configuredLevel: Type.Optional(LevelSchema),
  effectiveLevel: LevelSchema,
});

const params = Type.Object({ name: Type.String() });

/** Levels of loggers, changed while the host runs. (spec: Endpoints/GET /actuator/loggers) */
export const loggerContracts = {
  list: monitoring('GET', '/actuator/loggers', 'Levels of all loggers', {
    response: Type.Object({
      levels: Type.Array(LevelSchema),
      loggers: Type.Record(Type.String(), LoggerSchema),
      groups: Type.Object({}),
    }),
  }),
  get: monitoring('GET', '/actuator/loggers/:name', 'Level of one logger', {
    params,
    response: LoggerSchema,
  }),
  set: monitoring(
    'POST',
    '/actuator/loggers/:name',
    'Sets the level of a logger on this machine, or with `scope=platform` on all hosts, for a time if `for` is given; null goes back to the level above',
    {
      params,
      query: Type.Object({
        for: Type.Optional(Type.String({ description: '1s to 24h, such as 15m' })),
        scope: Type.Optional(oneOf('host', 'platform')),
      }),
      body: Type.Object({ configuredLevel: Type.Optional(nullable(Type.String())) }),
      response: Nothing,
    },
  ),
};
