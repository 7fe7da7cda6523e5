import {
  computed,
  inject,
  onScopeDispose,
  provide,
  shallowReactive,
  type ComputedRef,
  type InjectionKey,
} from 'vue';

/** An active filter of a list, which can be taken away. */
export interface FilterChip {
  readonly label: string;
  readonly value: string;
  clear(): void;
}

type Registered = Map<symbol, ComputedRef<FilterChip | undefined>>;

const registeredKey: InjectionKey<Registered> = Symbol('filter chips');

/** Lets fields below this component show their filters as chips. */
export function provideFilterChips(): void {
  provide(registeredKey, shallowReactive(new Map()));
}

/**
 * The active filters of a list, in the order of their fields. The list itself must not read them:
 * it draws the fields, which it would draw again for ever.
 */
export function useFilterChips(): ComputedRef<readonly FilterChip[]> {
  const registered = inject(registeredKey, undefined);
  return computed(() => [...(registered?.values() ?? [])].flatMap((chip) => chip.value ?? []));
}

/** Shows a field of a list as a chip while `chip` returns one; does nothing outside of a list. */
export function useFilterChip(chip: () => FilterChip | undefined): void {
  const registered = inject(registeredKey, undefined);
  if (!registered) return;
  const key = Symbol('field');
  registered.set(key, computed(chip));
  onScopeDispose(() => registered.delete(key));
}
