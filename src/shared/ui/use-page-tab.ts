import { computed, type ComputedRef } from 'vue';
import { useRoute } from 'vue-router';

/** The part of a page that its address names, see `PageTabs`; an unknown one is the first. */
export function usePageTab<Key extends string>(keys: () => readonly [Key, ...Key[]]): ComputedRef<Key> {
  const route = useRoute();
  return computed(() => {
    const all = keys();
    return all.find((key) => key === route.query['tab']) ?? all[0];
  });
}
