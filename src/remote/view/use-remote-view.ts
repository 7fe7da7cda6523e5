import { onActivated, onDeactivated, onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import { messageOf, RemoteError } from '../errors.ts';
import type { Change, Expiry } from '../loading/instance.ts';
import type { LoadedView, RemoteLoader } from '../loading/loader.ts';

/** What is in a view's place. */
export type ViewState =
  | { kind: 'loading' }
  | { kind: 'ready'; view: LoadedView; release(): void; key: number }
  | { kind: 'failed'; error: RemoteError; at: Date };

/** A view that is loaded, shown, and loaded anew on request or when its application has changed. */
export interface RemoteViewModel {
  readonly state: Readonly<ShallowRef<ViewState>>;
  /** True while a retry is under way; the error page, or the view, stays until it is done. */
  readonly retrying: Readonly<ShallowRef<boolean>>;
  /** Set while the view is kept, because of what was typed there, although its application has changed. */
  readonly pending: Readonly<ShallowRef<Change | undefined>>;
  /** Loads anew what is deployed now, and puts it into the view's place. */
  readonly retry: () => Promise<void>;
  /** Puts the error page into the view's place. */
  readonly fail: (error: RemoteError) => void;
}

export interface RemoteViewOptions {
  target: () => readonly [code: string, viewKey: string];
  /** Whether the view holds what a person would miss. */
  holdsInput: () => boolean;
  /** Notes where the view is scrolled to; returns how to go there again. */
  keepPlace: () => () => void;
  /** What an application consists of now; another text when that changes, undefined where it is not enabled. */
  deployedAs: (code: string) => string | undefined;
}

export function useRemoteView(loader: RemoteLoader, options: RemoteViewOptions): RemoteViewModel {
  const { target } = options;
  const state = shallowRef<ViewState>({ kind: 'loading' });
  const retrying = shallowRef(false);
  const pending = shallowRef<Change>();
  let turn = 0;
  let inSight = true;

  function replace(next: ViewState): void {
    const previous = state.value;
    state.value = next;
    pending.value = undefined;
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

  async function retry(): Promise<void> {
    if (retrying.value) return;
    retrying.value = true;
    await show();
    retrying.value = false;
  }

  function fail(error: RemoteError): void {
    turn++;
    replace({ kind: 'failed', error, at: new Date() });
  }

  const expiry = (): Expiry | undefined =>
    state.value.kind === 'ready' ? state.value.view.instance.expired.value : undefined;

  /** The view follows at once where nothing is lost by it; one that is not in sight, when it comes back. */
  function follow(): void {
    const change = expiry();
    if (!change) return;
    if (change.kind === 'ended') fail(change.error);
    else if (change.kind === 'updated' && change.developed) followBuild();
    else if (options.holdsInput()) pending.value = change;
    else if (inSight) void retry();
  }

  /** Whoever develops wants to see what was saved, more than what was typed to try it. */
  function followBuild(): void {
    if (inSight) void retry().then(options.keepPlace());
  }

  watch(
    target,
    () => {
      replace({ kind: 'loading' });
      void show();
    },
    { immediate: true },
  );
  watch(expiry, follow);
  // The application was taken out of memory while its view is on screen.
  watch(
    () => state.value.kind === 'ready' && state.value.view.instance.disposed.value,
    (disposed) => {
      if (!disposed) return;
      // Its stores are gone: it must not be drawn once more.
      replace({ kind: 'loading' });
      void show();
    },
  );
  // What was not available has come, or what failed has been deployed anew.
  watch(
    () => options.deployedAs(target()[0]),
    (deployed) => {
      if (deployed !== undefined && state.value.kind === 'failed') void retry();
    },
  );
  onActivated(() => {
    inSight = true;
    follow();
  });
  onDeactivated(() => {
    inSight = false;
  });
  onScopeDispose(() => {
    turn++;
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
