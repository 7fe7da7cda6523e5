import { useLoaded } from '@platform/remote-app/ui';
import { computed, ref, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { listEnabledApps } from '../api/figures.ts';
import { useRuntime } from '../runtime.ts';

/** An application that provides figures. */
export interface SourceApp {
  readonly code: string;
  /** Required permission. */
  readonly permission: string;
}

export type SourceState = 'loading' | 'absent' | 'forbidden' | 'failed' | 'ready';

export interface Source<T> {
  readonly app: SourceApp;
  readonly state: ComputedRef<SourceState>;
  readonly data: Readonly<ShallowRef<T | undefined>>;
  /** Set beside earlier data after a failed refresh. */
  readonly error: Readonly<ShallowRef<Error | undefined>>;
  readonly loading: Readonly<Ref<boolean>>;
  readonly load: () => Promise<void>;
}

/** Concurrent calls share one request. */
export function useEnabledApps(): () => Promise<readonly string[]> {
  let asking: Promise<readonly string[]> | undefined;
  return () => (asking ??= listEnabledApps().finally(() => (asking = undefined)));
}

/**
 * Loads figures of another application. It is only requested if it is installed and permitted, so
 * that no error is provoked.
 */
export function useSource<T>(
  app: SourceApp,
  enabledApps: () => Promise<readonly string[]>,
  ask: (signal: AbortSignal) => Promise<T>,
): Source<T> {
  const { hasPermi } = useRuntime();
  const present = ref(true);
  const source = useLoaded(
    async (signal) => {
      present.value = (await enabledApps()).includes(app.code);
      return present.value && hasPermi(app.permission) ? ask(signal) : undefined;
    },
    undefined,
    { lazy: true },
  );
  const { data, error, loading, reload: load } = source;
  const state = computed((): SourceState => {
    if (!present.value) return 'absent';
    if (!hasPermi(app.permission)) return 'forbidden';
    if (data.value !== undefined) return 'ready';
    return error.value ? 'failed' : 'loading';
  });
  return { app, state, data, error, loading, load };
}
