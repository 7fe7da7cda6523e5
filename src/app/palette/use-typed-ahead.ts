import { useEventListener } from '@vueuse/core';
import { ref, watch, type Ref } from 'vue';

const isInPalette = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('.palette') !== null;

/**
 * Letters typed between the shortcut of the palette and its field, which would otherwise reach the
 * page. (design 15.6)
 */
export function useTypedAhead(open: Ref<boolean>): Readonly<Ref<string>> {
  const typed = ref('');
  watch(open, () => (typed.value = ''), { flush: 'sync' });
  useEventListener(
    window,
    'keydown',
    (event: KeyboardEvent) => {
      const { key } = event;
      if (!open.value || isInPalette(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === 'Escape') open.value = false;
      else if (key === 'Backspace') typed.value = typed.value.slice(0, -1);
      else if (key.length === 1) typed.value += key;
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  return typed;
}
