import { Type } from 'typebox';
import { contract, nullableText, oneOf, type DataOf } from '../contract/index.ts';

export const QueueSchema = Type.Object({
  queue: Type.String(),
  messages: Type.Integer({ description: 'Waiting' }),
  deadLetters: Type.Integer(),
  consumers: Type.Integer({ description: 'On this host' }),
  appCode: nullableText(),
});

const QueueParams = Type.Object({ queue: Type.String({ maxLength: 200 }) });

export const DeadLetterSchema = Type.Object({
  id: Type.String(),
  reason: Type.String(),
  body: Type.String({ description: 'JSON' }),
  exchange: Type.String(),
  routingKey: Type.String(),
  tenantId: nullableText(),
  sender: nullableText(),
  sentAt: nullableText(),
});

export const messagingContracts = {
  get: contract({
    method: 'GET',
    url: '/system/messaging/queues',
    auth: 'system:config:list',
    summary:
      'The queues that this host knows, with what waits and what is dead; whether the broker is available',
    schema: {
      response: Type.Object({
        kind: Type.String(),
        available: Type.Boolean(),
        reason: nullableText(),
        queues: Type.Array(QueueSchema),
      }),
    },
  }),
  dead: contract({
    method: 'GET',
    url: '/system/messaging/queues/:queue/dead',
    auth: 'system:config:edit',
    summary: 'The oldest dead letters of a queue, and why each is one',
    schema: {
      params: QueueParams,
      query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }) }),
      response: Type.Array(DeadLetterSchema),
    },
  }),
  redeliver: contract({
    method: 'POST',
    url: '/system/messaging/queues/:queue/redeliver',
    auth: 'system:config:edit',
    summary: 'Put the dead letters of a queue back into it',
    schema: {
      params: QueueParams,
      response: Type.Object({ redelivered: Type.Integer() }),
    },
  }),
  settle: contract({
    method: 'POST',
    url: '/system/messaging/queues/:queue/dead',
    auth: 'system:config:edit',
    summary: 'Put dead letters of a queue back into it, or drop them for good: all, or some',
    schema: {
      params: QueueParams,
      body: Type.Object({
        action: oneOf('redeliver', 'discard'),
        ids: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 200 })),
      }),
      response: Type.Object({ settled: Type.Integer() }),
    },
  }),
};

export type Queue = DataOf<typeof QueueSchema>;
export type DeadLetter = DataOf<typeof DeadLetterSchema>;
