import { inject, onScopeDispose, watch, type InjectionKey, type WatchSource } from 'vue';

/** Told by parts of a view whether they hold input that has not been saved; returns how to take the part away again. */
export type UnsavedInput = (holds: boolean) => void;

/** Provided by the host around each view; makes one {@link UnsavedInput} for each part that asks. */
export const unsavedInputKey: InjectionKey<() => UnsavedInput> = Symbol.for('platform.unsaved-input');

/**
 * Tells the host that this part of a view holds input that has not been saved: its tab shows a dot, closing it asks first,
 * and an upgrade of the application waits for the person. Ends with the component. Use within setup; does nothing
 * where there is no host around the view, as in a unit test.
 *
 * @example `useUnsavedInput(() => open.value && changed.value)`
 */
export function useUnsavedInput(source: WatchSource<boolean>): void {
  const tell = inject(unsavedInputKey, undefined)?.();
  if (!tell) return;
  watch(source, (holds) => tell(holds), { immediate: true });
  onScopeDispose(() => tell(false));
}
