import type { RemoteRuntime } from '@platform/remote-app';
import { defineStore, type Pinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RemoteError } from '../errors.ts';
import { container } from '../testing/fake-adapter.ts';
import { hello, hostOf, install, list, settle } from '../testing/host-of.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = '';
});

describe('design 9.6-36: shared built-ins', () => {
  it('are restored after install, a chunk and a view, with one notice a minute', async () => {
    const change = (name: string) => void Object.assign(Array.prototype, { [name]: () => 'mine' });
    const { loader, reported, notices } = hostOf(() =>
      container(() => {
        change('byInstall');
        const detail = async () => {
          change('byChunk');
          return list;
        };
        return { ...install(), views: { detail } };
      }),
    );
    const { instance } = await loader.view('hello', 'detail');
    const leave = instance.retain();
    change('byView');
    leave();
    expect(Object.keys(Array.prototype)).toEqual([]);
    expect(reported.map((text) => /Array\.prototype\.(\w+) \(restored\)$/.exec(text)?.[1])).toEqual([
      'byInstall',
      'byChunk',
      'byView',
    ]);
    expect(notices).toEqual(['An error occurred in Hello']);
  });
});

describe('dispose', () => {
  it('cleans up in reverse order, and reports errors without stopping', async () => {
    const order: string[] = [];
    const { loader, host, reported } = hostOf(() =>
      container((runtime: RemoteRuntime) => {
        runtime.onDispose(() => order.push('first'));
        runtime.commands.register({ id: 'add', title: 'Add', run: () => {} });
        runtime.onDispose(() => {
          throw new Error('undo failed');
        });
        runtime.onDispose(() => order.push(`last, ${host.commands.value.length} command`));
        return install();
      }),
    );
    const { disposed } = await loader.load('hello');
    loader.dispose('hello');
    expect(order).toEqual(['last, 1 command', 'first']);
    expect(host.commands.value).toEqual([]);
    expect(disposed.value).toBe(true);
    expect(reported).toEqual(['hello: dispose: undo failed']);
  });

  it('design 5.2: leaves nothing of an application: store, styles, subscriptions, commands', async () => {
    const seen: unknown[] = [];
    const useStore = defineStore('notes', { state: () => ({ kept: 1 }) });
    const css = async () => new Response('.x{}', { headers: { 'content-type': 'text/css' } });
    const sheets = () => document.querySelectorAll('style[data-remote="hello"]').length;
    const left = () => [Object.keys(pinia?.state.value ?? {}), sheets(), host.commands.value.length];
    let pinia: Pinia | undefined;
    const { loader, host } = hostOf(
      () =>
        container(
          (runtime: RemoteRuntime) => {
            pinia = runtime.pinia;
            useStore(pinia);
            runtime.events.on('host:locale-changed', ({ locale }) => seen.push(locale));
            runtime.commands.register({ id: 'add', title: 'Add', run: () => {} });
            runtime.onDispose(() => seen.push(left()));
            return install();
          },
          ['style-1.css'],
        ),
      { fetch: css },
    );
    await settle(loader.load('hello'));
    loader.dispose('hello');
    host.events.emit('host:locale-changed', { locale: 'zh' });
    // The application cleans up first, while all it uses still exists.
    expect(seen).toEqual([[['notes'], 1, 1]]);
    expect(left()).toEqual([[], 0, 0]);
  });

  it('while loading leaves nothing behind', async () => {
    const disposed: string[] = [];
    const { loader } = hostOf(() =>
      container((runtime: RemoteRuntime) => {
        runtime.onDispose(() => disposed.push('hello'));
        return install();
      }),
    );
    const loading = loader.load('hello');
    loader.dispose('hello');
    await settle(loading);
    expect(disposed).toEqual(['hello']);
  });
});

describe('dispose, then', () => {
  it('ends a load that fails later without a trace', async () => {
    let fail = (): void => undefined;
    const { loader } = hostOf(
      () => new Promise((_resolve, reject) => (fail = () => reject(new Error('late')))),
    );
    const loading = loader.load('hello').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.stateOf('hello')).toEqual({ phase: 'loading', stage: 'entry' });
    loader.dispose('hello');
    fail();
    expect(await loading).toMatchObject({ code: 'REMOTE_ENTRY_FAILED' });
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
  });

  it('of the host unloads the application last that was loaded first', async () => {
    const order: string[] = [];
    const { loader, host } = hostOf(
      () =>
        container((runtime: RemoteRuntime) => {
          runtime.onDispose(() => order.push(runtime.app.code));
          return { manifest: runtime.app, views: {} };
        }),
      { fetchApps: async () => [hello, { ...hello, code: 'member' }] },
    );
    await loader.load('hello');
    await loader.load('member');
    host.dispose();
    expect(order).toEqual(['member', 'hello']);
  });
});

describe('refresh', () => {
  it('unloads only applications that were upgraded or removed', async () => {
    let apps = [hello, { ...hello, code: 'member' }];
    const { loader, host } = hostOf(
      (entry) =>
        container(() => ({
          manifest: { code: entry.includes('member') ? 'member' : 'hello', version: '1.0.0' },
          views: {},
        })),
      { fetchApps: async () => apps },
    );
    apps = [hello, { ...hello, code: 'member', entry: '/remote-apps/member/index.js?v=1.0.0' }];
    const [first, member] = [await loader.load('hello'), await loader.load('member')];
    await host.refresh();
    expect(first.disposed.value).toBe(false);
    apps = [{ ...hello, version: '1.1.0', entry: '/remote-apps/hello/index.js?v=1.1.0' }];
    await host.refresh();
    expect([first.disposed.value, member.disposed.value]).toEqual([true, true]);
    expect(first.expired.value).toEqual({ kind: 'updated', version: '1.1.0' });
    expect(member.expired.value).toEqual({ kind: 'removed' });
  });

  it('unloads an application that was upgraded while it was loading', async () => {
    let apps = [hello];
    let finish = (): void => undefined;
    const { loader, host, entries } = hostOf(
      (_entry, attempt) =>
        attempt > 1
          ? container(install)
          : new Promise((resolve) => (finish = () => resolve(container(install)))),
      { fetchApps: async () => apps },
    );
    const loading = loader.load('hello');
    await vi.advanceTimersByTimeAsync(0);
    apps = [{ ...hello, version: '1.1.0', entry: '/remote-apps/hello/index.js?v=1.1.0' }];
    await host.refresh();
    finish();
    const first = await loading;
    expect([first.expired.value, first.disposed.value]).toEqual([
      { kind: 'updated', version: '1.1.0' },
      true,
    ]);
    expect(loader.stateOf('hello').phase).toBe('idle');
    expect((await loader.load('hello')).app.version).toBe('1.1.0');
    expect(entries).toHaveLength(2);
  });

  it('loads the new version beside one that is on screen, and shares no module with it', async () => {
    let apps = [hello];
    const { loader, host, entries } = hostOf(() => container(install), { fetchApps: async () => apps });
    const release = (await loader.load('hello')).retain();
    apps = [{ ...hello, version: '1.1.0', entry: '/remote-apps/hello/index.js?v=1.1.0' }];
    await host.refresh();
    await loader.load('hello');
    release();
    apps = [{ ...hello, version: '1.2.0', entry: '/remote-apps/hello/index.js?v=1.2.0' }];
    await host.refresh();
    await loader.load('hello');
    expect(entries).toEqual([
      '/remote-apps/hello/index.js?v=1.0.0',
      '/remote-apps/hello/~1/index.js?v=1.1.0',
      '/remote-apps/hello/~1/index.js?v=1.2.0',
    ]);
  });
});

describe('an application that the host ends', () => {
  const error = new RemoteError({ code: 'REMOTE_TIMEOUT', stage: 'view', app: 'hello', message: 'slow' });

  it('shows why, and is loaded from another folder next time', async () => {
    const { loader, entries } = hostOf(() => container(install));
    const instance = await loader.load('hello');
    const release = instance.retain();
    expect(loader.end('hello', error)).toBe(instance.app);
    expect(loader.stateOf('hello')).toEqual({ phase: 'failed', stage: 'view', error });
    expect([instance.expired.value, instance.disposed.value]).toEqual([{ kind: 'ended', error }, false]);
    release();
    expect(instance.disposed.value).toBe(true);
    expect(await loader.load('hello')).not.toBe(instance);
    expect(entries[1]).toContain('/~1/');
  });

  it('is left alone unless it is loaded', () => {
    const { loader } = hostOf(() => container(install));
    expect(loader.end('hello', error)).toBeUndefined();
    loader.dispose('hello');
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
  });
});

describe('an application that is disposed and opened again', () => {
  it('while it loads keeps only the later instance', async () => {
    const finish: (() => void)[] = [];
    const { loader } = hostOf(() => new Promise((resolve) => finish.push(() => resolve(container(install)))));
    const first = loader.load('hello');
    await vi.advanceTimersByTimeAsync(0);
    loader.dispose('hello');
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
    const second = loader.load('hello');
    await vi.advanceTimersByTimeAsync(0);
    for (const end of finish) end();
    expect([(await first).disposed.value, (await second).disposed.value]).toEqual([true, false]);
    expect(await loader.load('hello')).toBe(await second);
    loader.dispose('hello');
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
    expect((await second).disposed.value).toBe(true);
  });
});

describe('an application in development', () => {
  const developed = (build: string) => ({ ...hello, build, entry: `/remote-apps/hello/index.js?b=${build}` });

  it('design 5.4: reports an update as its developer’s', async () => {
    let apps = [developed('1')];
    const { loader, host } = hostOf(() => container(install), { fetchApps: async () => apps });
    const { expired } = await loader.load('hello');
    apps = [developed('2')];
    await host.refresh();
    expect(expired.value).toEqual({ kind: 'updated', version: '1.0.0', developed: true });
  });

  it.each([
    ['1', true],
    [undefined, false],
  ])('has more time for a chunk: build %s', async (build, isLoaded) => {
    const slow = () => new Promise((resolve) => setTimeout(() => resolve({ default: list }), 10_000));
    const { loader } = hostOf(() => container(() => ({ ...install(), views: { list: slow } })), {
      fetchApps: async () => [{ ...hello, build }],
    });
    await loader.load('hello');
    const viewed = await settle(loader.view('hello', 'list'));
    expect('component' in viewed).toBe(isLoaded);
  });
});

it('a list of applications that cannot be fetched is asked for three times in all', async () => {
  let asked = 0;
  const { loader } = hostOf(() => container(install), {
    fetchApps: () => {
      asked++;
      return Promise.reject(Object.assign(new Error('starting'), { status: 503 }));
    },
  });
  expect(await settle(loader.view('hello', 'list'))).toMatchObject({ code: 'REMOTE_DISCOVERY_FAILED' });
  expect([asked, loader.stateOf('hello').stage]).toEqual([3, 'discovery']);
});
