import { shallowRef } from 'vue';
import { countItems, type StatusCount } from '../api/items.ts';

/** Number of items by status; empty after a failure, which the list reports. */
export function useStatusCounts() {
  const counts = shallowRef<readonly StatusCount[]>([]);

  async function count(): Promise<void> {
    counts.value = await countItems().catch(() => []);
  }

  return { counts, count };
}
