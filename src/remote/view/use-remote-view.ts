import { onActivated, onDeactivated, onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import { messageOf, RemoteError } from '../errors.ts';
import type { Change, Expiry } from '../loading/instance.ts';
import type { LoadedView, RemoteLoader } from '../loading/loader.ts';

/** Content of a view's place. */
export type ViewState =
  | { kind: 'loading' }
  | { kind: 'ready'; view: LoadedView; release(): void; key: number }
  | { kind: 'failed'; error: RemoteError; at: Date };

/** A view that is loaded, shown, and reloaded on request or after a change of its application. */
export interface RemoteViewModel {
  readonly state: Readonly<ShallowRef<ViewState>>;
  /** True during a retry; the error page, or the view, stays until it is done. */
  readonly retrying: Readonly<ShallowRef<boolean>>;
  /** The change that waits, because the view holds unsaved input. */
  readonly pending: Readonly<ShallowRef<Change | undefined>>;
  /** Loads the deployed version and shows it. */
  readonly retry: () => Promise<void>;
  /** Shows the error page. */
  readonly fail: (error: RemoteError) => void;
}

export interface RemoteViewOptions {
  target: () => readonly [code: string, viewKey: string];
  /** Whether the view holds unsaved input. */
  holdsInput: () => boolean;
  /** Records the scroll position. @returns call to restore it */
  keepPlace: () => () => void;
  /** Identifies the deployed build of an application; undefined if it is not enabled. */
  deployedAs: (code: string) => string | undefined;
}

export function useRemoteView(loader: RemoteLoader, options: RemoteViewOptions): RemoteViewModel {
  const { target } = options;
  const state = shallowRef<ViewState>({ kind: 'loading' });
  const retrying = shallowRef(false);
  const pending = shallowRef<Change>();
  let latest = 0;
  let visible = true;

  function replace(next: ViewState): void {
    const previous = state.value;
    state.value = next;
    pending.value = undefined;
    if (previous.kind === 'ready') previous.release();
  }

  async function show(): Promise<void> {
    const request = ++latest;
    const [code, viewKey] = target();
    const loaded = options.deployedAs(code);
    try {
      const view = await loader.view(code, viewKey);
      if (request === latest) replace({ kind: 'ready', view, release: view.instance.retain(), key: request });
    } catch (thrown) {
      if (request !== latest) return;
      const deployed = options.deployedAs(code);
      // The failed build is no longer the deployed one.
      if (loaded !== undefined && deployed !== undefined && deployed !== loaded) return show();
      fail(asRemoteError(code, thrown));
    }
  }

  async function retry(): Promise<void> {
    if (retrying.value) return;
    retrying.value = true;
    await show();
    retrying.value = false;
  }

  function fail(error: RemoteError): void {
    latest++;
    replace({ kind: 'failed', error, at: new Date() });
  }

  const expiry = (): Expiry | undefined =>
    state.value.kind === 'ready' ? state.value.view.instance.expired.value : undefined;

  /** Applies a change at once if no input is lost; a hidden view applies it when it is shown. */
  function applyChange(): void {
    const change = expiry();
    if (!change) return;
    if (change.kind === 'ended') fail(change.error);
    else if (change.kind === 'updated' && change.developed) applyBuild();
    else if (options.holdsInput()) pending.value = change;
    else if (visible) void retry();
  }

  /** A developer prefers the new build to the input typed for a test. */
  function applyBuild(): void {
    if (visible) void retry().then(options.keepPlace());
  }

  watch(
    target,
    () => {
      replace({ kind: 'loading' });
      void show();
    },
    { immediate: true },
  );
  watch(expiry, applyChange);
  // The application was unloaded while its view is on screen.
  watch(
    () => state.value.kind === 'ready' && state.value.view.instance.disposed.value,
    (disposed) => {
      if (!disposed) return;
      // Its stores are gone, so it must not render again.
      replace({ kind: 'loading' });
      void show();
    },
  );
  // A missing application was installed, or a failed one was deployed again.
  watch(
    () => options.deployedAs(target()[0]),
    (deployed) => {
      if (deployed !== undefined && state.value.kind === 'failed') void retry();
    },
  );
  onActivated(() => {
    visible = true;
    applyChange();
  });
  onDeactivated(() => {
    visible = false;
  });
  onScopeDispose(() => {
    latest++;
    if (state.value.kind === 'ready') state.value.release();
  });

  return { state, retrying, pending, retry, fail };
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
