import { ref, shallowRef } from 'vue';
import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { withinSetup } from '@/shared/testing/within-setup';
import type { Expiry, RemoteInstance } from '../loading/instance.ts';
import type { LoadedView, RemoteLoader } from '../loading/loader.ts';
import { useRemoteView } from './use-remote-view.ts';

interface Request {
  readonly key: string;
  readonly resolve: (view: LoadedView) => void;
  readonly reject: (error: unknown) => void;
}

let leave: () => void;
afterEach(() => leave());

/** The model of a view whose loads the test settles. */
function open() {
  const requests: Request[] = [];
  const key = ref('first');
  const deployed = ref<string>();
  const holds = ref(false);
  const view: RemoteLoader['view'] = (_code, name) =>
    new Promise((resolve, reject) => requests.push({ key: name, resolve, reject }));
  const { result: model, unmount } = withinSetup(() =>
    useRemoteView({ view } as RemoteLoader, {
      target: () => ['hello', key.value] as const,
      holdsInput: () => holds.value,
      keepPlace: () => () => undefined,
      deployedAs: () => deployed.value,
    }),
  );
  leave = unmount;
  return { ...model, key, deployed, holds, requests };
}

/** A loaded view, and how often it is still retained. */
function loaded(name: string) {
  const expired = shallowRef<Expiry>();
  const disposed = ref(false);
  const counts = { retained: 0 };
  const retain = () => {
    counts.retained++;
    return () => void counts.retained--;
  };
  const instance = { expired, disposed, retain } as unknown as RemoteInstance;
  return { view: { component: { name }, instance }, expired, disposed, counts };
}

describe('a late response', () => {
  it('is dropped when another view was requested since', async () => {
    const { state, key, requests } = open();
    key.value = 'second';
    await flushPromises();
    const [stale, current] = [loaded('first'), loaded('second')];
    requests[1]?.resolve(current.view);
    await flushPromises();
    requests[0]?.resolve(stale.view);
    await flushPromises();
    expect(state.value).toMatchObject({ kind: 'ready', view: current.view });
    expect([stale.counts.retained, current.counts.retained]).toEqual([0, 1]);
  });

  it('is dropped when it is a failure, too', async () => {
    const { state, key, requests } = open();
    key.value = 'second';
    await flushPromises();
    requests[0]?.reject(new Error('late'));
    await flushPromises();
    expect(state.value.kind).toBe('loading');
  });

  it('is dropped after the error page was shown', async () => {
    const { state, fail, requests } = open();
    fail({ code: 'REMOTE_VIEW_CRASHED' } as never);
    requests[0]?.resolve(loaded('first').view);
    await flushPromises();
    expect(state.value.kind).toBe('failed');
  });

  it('is dropped when it comes during a retry after the error page', async () => {
    const { state, fail, retry, requests } = open();
    fail({ code: 'REMOTE_VIEW_CRASHED' } as never);
    void retry();
    requests[0]?.resolve(loaded('first').view);
    await flushPromises();
    expect(state.value.kind).toBe('failed');
    const current = loaded('first').view;
    requests[1]?.resolve(current);
    await flushPromises();
    expect(state.value).toMatchObject({ kind: 'ready', view: current });
  });

  it('is dropped when the place is unmounted, and retains nothing', async () => {
    const { requests } = open();
    const late = loaded('first');
    leave();
    requests[0]?.resolve(late.view);
    await flushPromises();
    expect(late.counts.retained).toBe(0);
  });
});

describe('the view in place', () => {
  it('is released when another one replaces it, and when the place is unmounted', async () => {
    const { key, requests } = open();
    const [first, second] = [loaded('first'), loaded('second')];
    requests[0]?.resolve(first.view);
    await flushPromises();
    expect(first.counts.retained).toBe(1);
    key.value = 'second';
    await flushPromises();
    expect(first.counts.retained).toBe(0);
    requests[1]?.resolve(second.view);
    await flushPromises();
    leave();
    expect(second.counts.retained).toBe(0);
  });

  it('stays during a retry; only one runs at a time', async () => {
    const { state, retry, retrying, requests } = open();
    requests[0]?.resolve(loaded('first').view);
    await flushPromises();
    const retries = [retry(), retry()];
    expect([requests.length, retrying.value, state.value.kind]).toEqual([2, true, 'ready']);
    requests[1]?.resolve(loaded('first').view);
    await Promise.all(retries);
    expect(retrying.value).toBe(false);
  });

  it('is loaded again when its application was unloaded', async () => {
    const { state, requests } = open();
    const first = loaded('first');
    requests[0]?.resolve(first.view);
    await flushPromises();
    first.disposed.value = true;
    await flushPromises();
    expect([state.value.kind, requests.length, first.counts.retained]).toEqual(['loading', 2, 0]);
  });

  it('with input defers an update, but not an end', async () => {
    const { state, pending, holds, requests } = open();
    const first = loaded('first');
    requests[0]?.resolve(first.view);
    await flushPromises();
    holds.value = true;
    first.expired.value = { kind: 'updated', version: '2.0.0' };
    await flushPromises();
    expect([pending.value?.kind, requests.length]).toEqual(['updated', 1]);
    const error = { code: 'REMOTE_FRAME_TAKEN' } as never;
    first.expired.value = { kind: 'ended', error };
    await flushPromises();
    expect(state.value).toMatchObject({ kind: 'failed', error });
    expect(pending.value).toBeUndefined();
  });

  it('that failed is loaded again once the application is deployed, but not when it is removed', async () => {
    const { state, deployed, requests } = open();
    requests[0]?.reject(new Error('gone'));
    await flushPromises();
    expect(state.value).toMatchObject({
      error: { code: 'REMOTE_VIEW_CRASHED', stage: 'view', app: 'hello', message: 'gone' },
    });
    deployed.value = 'build 2';
    await flushPromises();
    expect(requests).toHaveLength(2);
    requests[1]?.reject(new Error('gone'));
    await flushPromises();
    deployed.value = undefined;
    await flushPromises();
    expect(requests).toHaveLength(2);
  });

  it('that fails while the application is deployed again is loaded from the new build', async () => {
    const { state, deployed, requests } = open();
    deployed.value = 'build 1';
    requests[0]?.reject(new Error('broken'));
    await flushPromises();
    deployed.value = 'build 1, changed'; // starts a load that still gets the former build
    await flushPromises();
    deployed.value = 'build 2';
    await flushPromises();
    requests.at(-1)?.reject(new Error('broken'));
    await flushPromises();
    const { view } = loaded('first');
    requests.at(-1)?.resolve(view);
    await flushPromises();
    expect(state.value).toMatchObject({ kind: 'ready', view });
  });
});
