import { Type } from 'typebox';
import { contract, Time, type DataOf } from '../contract/index.ts';
import { OneApplication, OneNode } from './choices.ts';

const text = Type.String();
const count = Type.Integer();

export const SlowRequestSchema = Type.Object({
  time: Time,
  nodeId: text,
  application: Type.String({ description: "Empty for the host's own" }),
  method: text,
  uri: Type.String({ description: 'Pattern of the route' }),
  status: count,
  durationMs: Type.Number(),
  statements: Type.Integer({
    description: 'Statements of mappers; of the host itself without an application',
  }),
  statementMs: Type.Number({ description: 'Sum of their times; more than the duration where some overlap' }),
  longest: Type.String({ description: 'The statement that took the most time; empty without any' }),
  longestMs: Type.Number(),
  requestId: text,
});

const moment = Type.Optional(Type.String({ format: 'date-time' }));

/** `/monitor/slow-requests`: why an application was slow at a time of the last day. (design 12) */
export const slowContracts = {
  slow: contract({
    method: 'GET',
    url: '/monitor/slow-requests',
    auth: 'monitor:metrics:list',
    summary: 'The slowest requests of the last hour, or between two moments of the last day',
    schema: {
      query: Type.Object({
        from: moment,
        to: moment,
        nodeId: OneNode,
        appCode: OneApplication,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 by default' })),
      }),
      response: Type.Array(SlowRequestSchema, { description: 'The slowest first' }),
    },
  }),
};

export type SlowRequest = DataOf<typeof SlowRequestSchema>;
