import type { RemoteRuntime } from '@platform/remote-app';
import { defineStore, type Pinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { container } from '../testing/fake-adapter.ts';
import { hello, hostOf, install, list, settle } from '../testing/host-of.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = '';
});

describe('design 9.6-36: what all share', () => {
  it('is put back after install, a view’s code and a view’s stay, with one notice a minute', async () => {
    const change = (name: string) => void Object.assign(Array.prototype, { [name]: () => 'mine' });
    const { loader, reported, said } = hostOf(() =>
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
    expect(reported.map((text) => /Array\.prototype\.(\w+), which is put back$/.exec(text)?.[1])).toEqual([
      'byInstall',
      'byChunk',
      'byView',
    ]);
    expect(said).toEqual(['Something in Hello went wrong']);
  });
});

describe('dispose', () => {
  it('takes back in reverse order, goes on after an error, and tells of it', async () => {
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
    // What the application does itself comes first, while everything is there yet.
    expect(seen).toEqual([[['notes'], 1, 1]]);
    expect(left()).toEqual([[], 0, 0]);
  });

  it('while loading lets nothing stay behind', async () => {
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

describe('refresh', () => {
  it('lets go of what was upgraded or taken away, and of nothing else', async () => {
    let apps = [hello, { ...hello, code: 'member' }];
    const { loader } = hostOf(
      (entry) =>
        container(() => ({
          manifest: { code: entry.includes('member') ? 'member' : 'hello', version: '1.0.0' },
          views: {},
        })),
      { fetchApps: async () => apps },
    );
    apps = [hello, { ...hello, code: 'member', entry: '/remote-apps/member/index.js?v=1.0.0' }];
    const [first, member] = [await loader.load('hello'), await loader.load('member')];
    await loader.refresh();
    expect(first.disposed.value).toBe(false);
    apps = [{ ...hello, version: '1.1.0', entry: '/remote-apps/hello/index.js?v=1.1.0' }];
    await loader.refresh();
    expect([first.disposed.value, member.disposed.value]).toEqual([true, true]);
    expect(first.expired.value).toEqual({ kind: 'updated', version: '1.1.0' });
    expect(member.expired.value).toEqual({ kind: 'removed' });
  });

  it('loads the new version beside one that is on screen, and shares no module with it', async () => {
    let apps = [hello];
    const { loader, entries } = hostOf(() => container(install), { fetchApps: async () => apps });
    const release = (await loader.load('hello')).retain();
    apps = [{ ...hello, version: '1.1.0', entry: '/remote-apps/hello/index.js?v=1.1.0' }];
    await loader.refresh();
    await loader.load('hello');
    release();
    apps = [{ ...hello, version: '1.2.0', entry: '/remote-apps/hello/index.js?v=1.2.0' }];
    await loader.refresh();
    await loader.load('hello');
    expect(entries).toEqual([
      '/remote-apps/hello/index.js?v=1.0.0',
      '/remote-apps/hello/~1/index.js?v=1.1.0',
      '/remote-apps/hello/~1/index.js?v=1.2.0',
    ]);
  });
});
