import { useLoaded } from '@platform/remote-app/ui';
import { computed, ref, shallowReactive, type ComputedRef, type Ref } from 'vue';

interface RemoteChoicesOptions<Choice, Key> {
  /** Finds choices by a part of their names: the first of them, since there may be thousands. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  readonly keyOf: (choice: Choice) => Key;
  readonly nameOf: (choice: Choice) => string;
  /** Keys that are chosen: their choices stay, whatever is searched for. */
  readonly chosen: () => readonly Key[];
  /** Choices known without a search, such as those that a record has. */
  readonly known?: () => readonly Choice[];
  /** Finds chosen ones that no search has found, such as those of a saved record. */
  readonly name?: (keys: readonly Key[], signal: AbortSignal) => Promise<readonly Choice[]>;
  /** Leaves the first search to `reload`. */
  readonly lazy?: boolean;
}

export interface RemoteChoices<Choice, Key> {
  readonly keyOf: (choice: Choice) => Key;
  readonly nameOf: (choice: Choice) => string;
  readonly choices: ComputedRef<readonly Choice[]>;
  readonly loading: Readonly<Ref<boolean>>;
  readonly search: (text: string) => void;
  /** Searches again for the same text. */
  readonly reload: () => Promise<void>;
}

/** Choices of a field that the server searches. Use within setup. */
export function useRemoteChoices<Choice, Key>(
  options: RemoteChoicesOptions<Choice, Key>,
): RemoteChoices<Choice, Key> {
  const { find, keyOf, nameOf, chosen, known = () => [], name, lazy = false } = options;
  const text = ref('');
  const seen = shallowReactive(new Map<Key, Choice>());
  const found = useLoaded(
    async (signal) => {
      const choices = await find(text.value, signal);
      for (const choice of choices) seen.set(keyOf(choice), choice);
      return choices;
    },
    text,
    { lazy },
  );
  const unnamed = computed(() => {
    if (!name || !found.data.value) return [];
    const named = new Set(known().map(keyOf));
    return chosen().filter((key) => !seen.has(key) && !named.has(key));
  });
  useLoaded(
    async (signal) => {
      if (!name || unnamed.value.length === 0) return;
      for (const choice of await name(unnamed.value, signal)) seen.set(keyOf(choice), choice);
    },
    () => unnamed.value.join(),
  );
  const choices = computed(() => {
    const keys = new Set(chosen());
    const kept = [...known(), ...seen.values()].filter((choice) => keys.has(keyOf(choice)));
    const all = [...(found.data.value ?? []), ...kept];
    return [...new Map(all.map((choice) => [keyOf(choice), choice])).values()];
  });
  return {
    ...{ keyOf, nameOf },
    choices,
    loading: found.loading,
    search: (wanted) => (text.value = wanted.trim()),
    reload: found.reload,
  };
}
