import { useLoaded } from '@platform/remote-app/ui';
import { computed, ref, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { listEnabledApps } from '../api/figures.ts';
import { useRuntime } from '../runtime.ts';

/** Another application that the board takes figures of. */
export interface SourceApp {
  readonly code: string;
  /** What its figures ask for. */
  readonly permission: string;
}

export type SourceState = 'loading' | 'absent' | 'forbidden' | 'failed' | 'ready';

export interface Source<T> {
  readonly app: SourceApp;
  readonly state: ComputedRef<SourceState>;
  readonly data: Readonly<ShallowRef<T | undefined>>;
  /** Beside data: they are those of before. */
  readonly error: Readonly<ShallowRef<Error | undefined>>;
  readonly loading: Readonly<Ref<boolean>>;
  readonly load: () => Promise<void>;
}

/** Who asks while it is being asked gets the same answer. */
export function useEnabledApps(): () => Promise<readonly string[]> {
  let asking: Promise<readonly string[]> | undefined;
  return () => (asking ??= listEnabledApps().finally(() => (asking = undefined)));
}

/**
 * Figures of another application, which may not be there, or not be permitted: it is asked only where it can answer, so that
 * no error is provoked.
 */
export function useSource<T>(
  app: SourceApp,
  enabledApps: () => Promise<readonly string[]>,
  ask: (signal: AbortSignal) => Promise<T>,
): Source<T> {
  const { hasPermi } = useRuntime();
  const present = ref(true);
  const { data, error, loading, load } = useLoaded(async (signal) => {
    present.value = (await enabledApps()).includes(app.code);
    return present.value && hasPermi(app.permission) ? ask(signal) : undefined;
  });
  const state = computed((): SourceState => {
    if (!present.value) return 'absent';
    if (!hasPermi(app.permission)) return 'forbidden';
    if (data.value !== undefined) return 'ready';
    return error.value ? 'failed' : 'loading';
  });
  return { app, state, data, error, loading, load };
}
