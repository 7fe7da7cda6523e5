import { defineRoute, ofPlatformTenant, PlatformError, Type, type Route } from '../kernel/index.ts';
import type { Messaging } from './messaging.ts';

const Queue = Type.Object({
  queue: Type.String(),
  messages: Type.Integer({ description: 'Waiting' }),
  deadLetters: Type.Integer(),
  consumers: Type.Integer({ description: 'On this host' }),
});

const QueueParams = Type.Object({ queue: Type.String({ maxLength: 200 }) });

const nullable = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const Letter = Type.Object({
  id: Type.String(),
  reason: Type.String(),
  body: Type.String({ description: 'JSON' }),
  exchange: Type.String(),
  routingKey: Type.String(),
  tenantId: nullable,
  sender: nullable,
  sentAt: nullable,
});

/** `/system/messaging`: what an operator asks of the broker, which all tenants share. (spec: E4) */
export function messagingRoutes(messaging: Messaging): Route[] {
  return ofPlatformTenant([
    defineRoute({
      method: 'GET',
      url: '/system/messaging/queues',
      auth: 'system:config:list',
      summary:
        'The queues that this host knows, with what waits and what is dead; whether the broker is available',
      schema: {
        response: Type.Object({
          kind: Type.String(),
          available: Type.Boolean(),
          reason: nullable,
          queues: Type.Array(Queue),
        }),
      },
      handler: async () => {
        const { kind, available, reason = null } = messaging.status;
        return { kind, available, reason, queues: available ? await queuesOf(messaging) : [] };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/system/messaging/queues/:queue/dead',
      auth: 'system:config:edit',
      summary: 'The oldest dead letters of a queue, and why each is one',
      schema: {
        params: QueueParams,
        query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }) }),
        response: Type.Array(Letter),
      },
      handler: async ({ params: { queue }, query: { limit } }) => {
        if (!messaging.knows(queue)) throw unknownQueue(queue);
        const letters = await messaging.deadLetters(queue, limit);
        return letters.map(({ tenantId = null, sender = null, sentAt = null, ...letter }) => ({
          ...letter,
          tenantId,
          sender,
          sentAt,
        }));
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/system/messaging/queues/:queue/redeliver',
      auth: 'system:config:edit',
      summary: 'Put the dead letters of a queue back into it',
      schema: {
        params: QueueParams,
        response: Type.Object({ redelivered: Type.Integer() }),
      },
      audit: 'Redeliver dead letters',
      handler: async ({ params: { queue } }) => {
        if (!messaging.knows(queue)) throw unknownQueue(queue);
        return { redelivered: await messaging.redeliver(queue) };
      },
    }),
  ]);
}

async function queuesOf(messaging: Messaging) {
  const consumed = Map.groupBy(messaging.consumed, (queue) => queue);
  return (await messaging.counts()).map((counts) => ({
    ...counts,
    consumers: consumed.get(counts.queue)?.length ?? 0,
  }));
}

const unknownQueue = (queue: string): PlatformError =>
  new PlatformError({
    code: 'RECORD_NOT_FOUND',
    status: 404,
    message: `This host knows no queue "${queue}".`,
    fix: 'GET /system/messaging/queues lists them; those of an application are known once it is loaded.',
  });
