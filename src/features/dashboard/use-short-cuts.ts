import { computed } from 'vue';
import { useNavigation } from '@/shared/page';
import { usePreferencesStore } from '@/shared/preferences';
import { pagesByKey } from './launch-groups.ts';

const RECENT = 5;

/** The pages that a person has pinned, and those opened last. */
export function useShortCuts() {
  const navigation = useNavigation();
  const preferences = usePreferencesStore();
  const pages = computed(() => navigation.pages());
  const favourites = computed(() => pagesByKey(pages.value, preferences.favourites));
  const recent = computed(() => pagesByKey(pages.value, preferences.recentPages).slice(0, RECENT));
  return { pages, favourites, recent };
}
