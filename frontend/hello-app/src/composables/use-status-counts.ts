import { shallowRef } from 'vue';
import { countItems, type StatusCount } from '../api/items.ts';

/** How many items have each status; nothing is shown where that cannot be found out, since the list says why. */
export function useStatusCounts() {
  const counts = shallowRef<readonly StatusCount[]>([]);

  async function count(): Promise<void> {
    counts.value = await countItems().catch(() => []);
  }

  return { counts, count };
}
