import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import { messageOf, RemoteError } from '../errors.ts';
import type { LoadedView, RemoteLoader } from '../loading/loader.ts';

/** What is in a view's place. */
export type ViewState =
  | { kind: 'loading' }
  | { kind: 'ready'; view: LoadedView; release(): void; key: number }
  | { kind: 'failed'; error: RemoteError; at: Date };

/** A view that is loaded, shown, and loaded anew on request or when its application has changed. */
export interface RemoteViewModel {
  readonly state: Readonly<ShallowRef<ViewState>>;
  /** True while a retry is under way; the error page stays until it is done. */
  readonly retrying: Readonly<ShallowRef<boolean>>;
  readonly retry: () => Promise<void>;
  /** Puts the error page into the view's place. */
  readonly fail: (error: RemoteError) => void;
}

export function useRemoteView(
  loader: RemoteLoader,
  target: () => readonly [code: string, viewKey: string],
): RemoteViewModel {
  const state = shallowRef<ViewState>({ kind: 'loading' });
  const retrying = shallowRef(false);
  let turn = 0;

  function replace(next: ViewState): void {
    const previous = state.value;
    state.value = next;
    if (previous.kind === 'ready') previous.release();
  }

  async function show(): Promise<void> {
    const mine = ++turn;
    const [code, viewKey] = target();
    try {
      const view = await loader.view(code, viewKey);
      if (mine === turn) replace({ kind: 'ready', view, release: view.instance.retain(), key: mine });
    } catch (thrown) {
      if (mine === turn) fail(asRemoteError(code, thrown));
    }
  }

  function fail(error: RemoteError): void {
    turn++;
    replace({ kind: 'failed', error, at: new Date() });
  }

  watch(
    target,
    () => {
      replace({ kind: 'loading' });
      void show();
    },
    { immediate: true },
  );
  // The application was disabled, upgraded or taken away while its view is on screen.
  watch(
    () => state.value.kind === 'ready' && state.value.view.instance.disposed.value,
    (disposed) => {
      if (!disposed) return;
      // Its stores are gone: it must not be drawn once more.
      replace({ kind: 'loading' });
      void show();
    },
  );
  onScopeDispose(() => {
    turn++;
    if (state.value.kind === 'ready') state.value.release();
  });

  return {
    state,
    retrying,
    fail,
    async retry() {
      if (retrying.value) return;
      retrying.value = true;
      await show();
      retrying.value = false;
    },
  };
}

function asRemoteError(app: string, thrown: unknown): RemoteError {
  if (thrown instanceof RemoteError) return thrown;
  return new RemoteError({
    code: 'REMOTE_VIEW_CRASHED',
    stage: 'view',
    app,
    message: messageOf(thrown),
    cause: thrown,
  });
}
