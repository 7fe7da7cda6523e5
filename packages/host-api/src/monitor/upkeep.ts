import { Type } from 'typebox';
import { contract, Nothing, nullable, oneOf, type DataOf } from '../contract/index.ts';
import { NodeChoice } from './choices.ts';

const text = Type.String();
const maybe = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const LevelSchema = oneOf('OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE');

/** Cached values with one beginning of their keys. */
export const CachePrefixSchema = Type.Object({
  prefix: text,
  entries: Type.Integer(),
  size: Type.Integer({ description: 'Bytes of the values; characters with their keys in memory' }),
});

/** One package that the host is made of. */
export const LicencedPartSchema = Type.Object({
  name: text,
  version: text,
  licence: Type.String({ description: 'SPDX; empty where it is unknown' }),
});

export const CacheStateSchema = Type.Object({
  type: oneOf('memory', 'redis'),
  complete: Type.Boolean({ description: 'False where there were too many keys to count' }),
  prefixes: Type.Array(CachePrefixSchema),
  hits: maybe,
  misses: maybe,
  evicted: maybe,
});

export const LoggerStateSchema = Type.Object({
  name: text,
  configured: nullable(LevelSchema),
  effective: LevelSchema,
});

/** Changes to a running host, and dumps taken from it. (design 12) */
export const upkeepContracts = {
  cache: contract({
    method: 'GET',
    url: '/monitor/cache',
    auth: 'monitor:metrics:list',
    summary: 'Cached values by the beginnings of their keys',
    schema: { response: CacheStateSchema },
  }),
  clearCache: contract({
    method: 'DELETE',
    url: '/monitor/cache',
    auth: 'monitor:metrics:edit',
    summary: 'Deletes the cached values whose keys begin so',
    schema: {
      query: Type.Object({ prefix: Type.String({ minLength: 1, maxLength: 200 }) }),
      response: Nothing,
    },
  }),
  loggers: contract({
    method: 'GET',
    url: '/monitor/loggers',
    auth: 'monitor:metrics:list',
    summary: 'Loggers with their levels',
    schema: { response: Type.Array(LoggerStateSchema) },
  }),
  setLogger: contract({
    method: 'PUT',
    url: '/monitor/loggers/:name',
    auth: 'monitor:metrics:edit',
    summary: 'Sets the level of a logger on all hosts; null goes back to the level above',
    schema: {
      params: Type.Object({ name: Type.String({ maxLength: 200 }) }),
      body: Type.Object({
        level: nullable(LevelSchema),
        for: Type.Optional(Type.String({ maxLength: 10, description: '1s to 24h, such as 15m' })),
      }),
      response: Nothing,
    },
  }),
  licences: contract({
    method: 'GET',
    url: '/monitor/licences',
    auth: 'monitor:metrics:list',
    summary: 'Packages that the host is made of, with their licences',
    schema: { response: Type.Array(LicencedPartSchema) },
  }),
  mayDiagnose: contract({
    method: 'POST',
    url: '/monitor/diagnosis',
    auth: 'monitor:diagnosis:query',
    summary:
      'Whether a dump or profile can be taken now: asks for a fresh proof, and whether the host answers',
    schema: {
      query: Type.Object({ nodeId: NodeChoice, kind: Type.Optional(oneOf('profile', 'heap')) }),
      response: Nothing,
    },
  }),
  heapSnapshot: contract({
    method: 'GET',
    url: '/monitor/heap-snapshot',
    auth: 'monitor:diagnosis:query',
    summary: 'A heap snapshot for the developer tools of a browser. It contains secrets in use',
    schema: { query: Type.Object({ nodeId: NodeChoice }) },
    produces: 'application/octet-stream',
  }),
  cpuProfile: contract({
    method: 'GET',
    url: '/monitor/cpu-profile',
    auth: 'monitor:diagnosis:query',
    summary: 'A profile of the processor time of some seconds',
    schema: {
      query: Type.Object({
        seconds: Type.Integer({ minimum: 1, maximum: 60, default: 10 }),
        nodeId: NodeChoice,
      }),
    },
    produces: 'application/octet-stream',
  }),
};

export type CachePrefix = DataOf<typeof CachePrefixSchema>;
export type CacheState = DataOf<typeof CacheStateSchema>;
export type LoggerState = DataOf<typeof LoggerStateSchema>;
export type LicencedPart = DataOf<typeof LicencedPartSchema>;
