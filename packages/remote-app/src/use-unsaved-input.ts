import { inject, onScopeDispose, watch, type InjectionKey, type WatchSource } from 'vue';

/** Sets whether a part of a view holds unsaved input. */
export type UnsavedInput = (holds: boolean) => void;

/** Provided by the host; creates an {@link UnsavedInput} for a part of the view. */
export const unsavedInputKey: InjectionKey<() => UnsavedInput> = Symbol.for('platform.unsaved-input');

/**
 * Reports unsaved input to the host: the tab shows a dot, closing it asks first, and an upgrade
 * waits for the user. Ends with the component; has no effect without a host. Use within setup.
 *
 * @example `useUnsavedInput(() => open.value && changed.value)`
 */
export function useUnsavedInput(source: WatchSource<boolean>): void {
  const tell = inject(unsavedInputKey, undefined)?.();
  if (!tell) return;
  watch(source, (holds) => tell(holds), { immediate: true });
  onScopeDispose(() => tell(false));
}
