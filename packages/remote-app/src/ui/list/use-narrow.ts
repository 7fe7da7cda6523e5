import { useEventListener } from '@vueuse/core';
import { ref, type Ref } from 'vue';

/**
 * Whether the window has the width of a phone, where a list is shown as cards. False in a DOM
 * without media queries. Of VueUse only the listener: its `useMediaQuery` weighs 400 bytes more in
 * each application. Use within setup.
 */
export function useNarrow(): Readonly<Ref<boolean>> {
  const query = 'matchMedia' in window ? matchMedia('(width < 600px)') : undefined;
  const narrow = ref(query?.matches ?? false);
  useEventListener(query, 'change', (event: MediaQueryListEvent) => (narrow.value = event.matches));
  return narrow;
}
