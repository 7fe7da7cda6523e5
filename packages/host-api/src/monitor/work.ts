import { Type } from 'typebox';
import { HealthSchema } from '../actuator/health.ts';
import { contract, nullable, type DataOf } from '../contract/index.ts';
import { NodeChoice, OneApplication } from './choices.ts';

const text = Type.String();
const count = Type.Integer();

/** Requests of one route since the start of the host. */
export const RouteTimeSchema = Type.Object({
  application: Type.String({ description: "Empty for the host's own" }),
  method: text,
  uri: text,
  count,
  errors: Type.Integer({ description: 'Answers from 500 on' }),
  meanMs: Type.Number(),
  p95Ms: Type.Number(),
  longestMs: Type.Number({ description: 'Of the last two minutes' }),
});

/** Calls of one statement since the start of the host. */
export const StatementTimeSchema = Type.Object({
  application: text,
  statement: text,
  count,
  failures: count,
  meanMs: Type.Number(),
  totalMs: Type.Number(),
});

/** The work of one host, since its start. */
export const HostWorkSchema = Type.Object({
  nodeId: text,
  machine: text,
  pid: count,
  uptimeSeconds: count,
  heapLimitBytes: count,
  pool: nullable(Type.Object({ active: count, idle: count, pending: count, max: count })),
  routes: Type.Array(RouteTimeSchema, { description: 'Those that took the most time first' }),
  statements: Type.Array(StatementTimeSchema, { description: 'Those that took the most time first' }),
});

/** `/monitor`: parts and work of a host, for the pages of the shell. */
export const workContracts = {
  health: contract({
    method: 'GET',
    url: '/monitor/health',
    auth: 'monitor:metrics:list',
    summary: 'Health of the parts of the platform, as a host reaches them',
    schema: { query: Type.Object({ nodeId: NodeChoice }), response: HealthSchema },
  }),
  work: contract({
    method: 'GET',
    url: '/monitor/work',
    auth: 'monitor:metrics:list',
    summary: 'Routes and statements of a host by their time, and its connections to the database',
    schema: {
      query: Type.Object({
        appCode: OneApplication,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '50 by default' })),
        nodeId: NodeChoice,
      }),
      response: HostWorkSchema,
    },
  }),
};

export type RouteTime = DataOf<typeof RouteTimeSchema>;
export type StatementTime = DataOf<typeof StatementTimeSchema>;
export type HostWork = DataOf<typeof HostWorkSchema>;
export type PlatformHealth = DataOf<typeof HealthSchema>;
