import { messagingContracts } from '@platform/host-api';
import { defineRoute, ofPlatformTenant, PlatformError, type Route } from '../kernel/index.ts';
import type { Messaging } from './messaging.ts';

/**
 * `/system/messaging`: queues and dead letters of the broker, which all tenants share. (spec: E4)
 */
export function messagingRoutes(messaging: Messaging): Route[] {
  return ofPlatformTenant([
    defineRoute({
      ...messagingContracts.get,
      handler: async () => {
        const { kind, available, reason = null } = messaging.status;
        return { kind, available, reason, queues: available ? await queuesOf(messaging) : [] };
      },
    }),
    defineRoute({
      ...messagingContracts.dead,
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
      ...messagingContracts.redeliver,
      audit: 'Redeliver dead letters',
      handler: async ({ params: { queue } }) => {
        if (!messaging.knows(queue)) throw unknownQueue(queue);
        return { redelivered: await messaging.redeliver(queue) };
      },
    }),
    defineRoute({
      ...messagingContracts.settle,
      audit: 'Redeliver or drop dead letters',
      handler: async ({ params: { queue }, body: { action, ids } }) => {
        if (!messaging.knows(queue)) throw unknownQueue(queue);
        return { settled: await messaging[action](queue, ids) };
      },
    }),
  ]);
}

async function queuesOf(messaging: Messaging) {
  const consumed = Map.groupBy(messaging.consumed, (queue) => queue);
  return (await messaging.counts()).map((counts) => ({
    ...counts,
    consumers: consumed.get(counts.queue)?.length ?? 0,
    appCode: messaging.listenerOf(counts.queue) ?? null,
  }));
}

const unknownQueue = (queue: string): PlatformError =>
  new PlatformError({
    code: 'RECORD_NOT_FOUND',
    status: 404,
    message: `The queue "${queue}" does not exist on this host.`,
    fix: 'GET /system/messaging/queues lists the queues. Queues of an application exist once it is loaded.',
  });
