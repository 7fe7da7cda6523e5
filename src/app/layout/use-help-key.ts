import { useEventListener } from '@vueuse/core';
import { useRouter } from 'vue-router';
import { helpPath } from '@/shared/page';
import { isTyped } from '@/shared/ui/is-typed.ts';

/** `?` shows the shortcuts, except while somebody types. */
export function useHelpKey(): void {
  const router = useRouter();
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || isTyped(event.target)) return;
    void router.push({ path: helpPath, query: { tab: 'shortcuts' } });
  });
}
