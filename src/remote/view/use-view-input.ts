import { unsavedInputKey } from '@platform/remote-app';
import { computed, onScopeDispose, provide, shallowReactive, watch, type ShallowRef } from 'vue';
import { usePage } from '@/shared/page';
import { watchTypedInput } from './typed-input.ts';

/**
 * Detects input that would be lost with the view: parts declare it by `useUnsavedInput`, which also
 * marks the tab; typing is detected as well.
 *
 * @param watchTyping how typing is detected
 */
export function useViewInput(
  root: Readonly<ShallowRef<HTMLElement | null>>,
  watchTyping = watchTypedInput,
): { holds(): boolean } {
  const page = usePage();
  const declared = shallowReactive(new Set<object>());
  provide(unsavedInputKey, () => {
    const part = {};
    return (holds) => void (holds ? declared.add(part) : declared.delete(part));
  });
  const unsaved = computed(() => declared.size > 0);
  watch(unsaved, (value) => page.setUnsaved(value));

  let typed: ReturnType<typeof watchTyping> | undefined;
  watch(root, (element) => {
    typed?.stop();
    typed = element ? watchTyping(element) : undefined;
  });
  onScopeDispose(() => typed?.stop());
  return { holds: () => unsaved.value || typed?.holds() === true };
}
