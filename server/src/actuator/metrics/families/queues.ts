import type { Messaging } from '../../../messaging/index.ts';
import type { Family, PerScrape } from './family.ts';

type Counts = Awaited<ReturnType<Messaging['counts']>>;

/** Queues of the broker. @param counts read once for both families of a scrape */
export function queueFamilies(counts: PerScrape<Promise<Counts>>): Family[] {
  const family = (name: string, help: string, column: 'messages' | 'deadLetters'): Family => ({
    name,
    help,
    type: 'gauge',
    isShared: true,
    read: async () =>
      (await counts.get()).map((each) => ({
        labels: { queue: each.queue },
        value: each[column],
      })),
  });
  return [
    family('platform_queue_messages', 'Waiting messages', 'messages'),
    family('platform_queue_dead_letters', 'Messages that no listener could handle', 'deadLetters'),
  ];
}
