import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { contract, Nothing, nullable, oneOf, Time, type DataOf } from '../contract/index.ts';

/** One process that serves the platform. (design 10.5) */
export const NodeSchema = Type.Object({
  nodeId: Type.String({ description: 'Identifies the process; another one after a restart' }),
  hostId: Type.String({ description: 'Identifies its data directory' }),
  machine: Type.String(),
  pid: Type.Integer(),
  address: Type.String({ description: 'URL of its API; empty until it listens' }),
  hostVersion: Type.String(),
  state: oneOf('live', 'draining', 'gone'),
  self: Type.Boolean({ description: 'Whether it answers this request' }),
  startedAt: Time,
  heartbeatAt: Time,
  convergedAt: nullable(Time),
  behind: Type.Array(Type.String(), {
    description: 'Codes of applications of which it does not run what it should',
  }),
  clockOffsetMs: Type.Integer({ description: "Its clock minus the database's" }),
  poolSize: Type.Integer({ description: 'Most connections to the database; 0 where it is embedded' }),
  trustedKeyIds: Type.Array(Type.String()),
  cacheId: nullable(
    Type.String({
      description: 'Identifies its cache; empty for one in memory, null while it is unknown',
    }),
  ),
  memoryBytes: Type.Integer(),
  heapBytes: Type.Integer(),
  loopDelayMs: Type.Number({ description: '99th percentile of the last seconds' }),
  cpuPercent: Type.Integer({ description: 'Of one core' }),
});

const params = Type.Object({ nodeId: Type.String({ maxLength: 64 }) });

/** `/system/nodes`: the processes that share the database. (design 10.5) */
export const nodeContracts = {
  list: contract({
    method: 'GET',
    url: '/system/nodes',
    auth: 'monitor:node:list',
    summary: 'Hosts of the platform, in the order of their start',
    schema: { response: pageOf(NodeSchema) },
  }),
  drain: contract({
    method: 'POST',
    url: '/system/nodes/:nodeId/drain',
    auth: 'monitor:node:edit',
    summary: 'Takes a host out of service: it answers, but is not ready',
    schema: { params, response: Nothing },
  }),
  return: contract({
    method: 'POST',
    url: '/system/nodes/:nodeId/return',
    auth: 'monitor:node:edit',
    summary: 'Returns a host to service',
    schema: { params, response: Nothing },
  }),
};

export type PlatformNode = DataOf<typeof NodeSchema>;
