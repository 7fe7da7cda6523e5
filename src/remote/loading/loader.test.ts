import type { RemoteRuntime } from '@platform/remote-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { container } from '../testing/fake-adapter.ts';
import { fetchFailed, hello, hostOf, install, list, settle } from '../testing/host-of.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = '';
});

describe('loading an application', () => {
  it('happens once, however many views ask', async () => {
    const { loader, entries } = hostOf(() => container(install));
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
    const [first, second] = await Promise.all([loader.view('hello', 'list'), loader.view('hello', 'list')]);
    expect(first.component).toBe(list);
    expect(second.instance).toBe(first.instance);
    expect(entries).toEqual(['/remote-apps/hello/index.js?v=1.0.0']);
    expect(loader.stateOf('hello')).toEqual({ phase: 'ready' });
  });

  it('retries an entry that cannot be fetched, under another address each time', async () => {
    const { loader, entries } = hostOf((entry, attempt) => {
      if (attempt < 3) throw fetchFailed(new URL(entry).pathname);
      return container(install);
    });
    await settle(loader.load('hello'));
    expect(entries).toEqual([
      '/remote-apps/hello/index.js?v=1.0.0',
      '/remote-apps/hello/index.js?v=1.0.0&retry=1',
      '/remote-apps/hello/index.js?v=1.0.0&retry=2',
    ]);
    expect(loader.stateOf('hello').phase).toBe('ready');
  });

  it('asks for what an entry imports under another address too, when that is what could not be fetched', async () => {
    const { loader, entries } = hostOf(
      (entry, attempt) => {
        if (attempt === 1) throw fetchFailed(new URL(entry).pathname);
        return container(install);
      },
      { fetch: async () => new Response('', { headers: { 'content-type': 'text/javascript' } }) },
    );
    await settle(loader.load('hello'));
    expect(entries[1]).toBe('/remote-apps/hello/~1/index.js?v=1.0.0&retry=1');
  });

  it('never keeps a failure: who asks next tries anew', async () => {
    const { loader, entries } = hostOf((_entry, attempt) =>
      container(attempt === 1 ? () => Promise.reject(new Error('boom')) : install),
    );
    const error = await settle(loader.load('hello'));
    expect(error).toMatchObject({ code: 'REMOTE_INSTALL_FAILED', stage: 'install', message: 'boom' });
    expect(loader.stateOf('hello')).toEqual({ phase: 'failed', stage: 'install', error });
    await loader.load('hello');
    expect(loader.stateOf('hello').phase).toBe('ready');
    expect(entries).toEqual([
      '/remote-apps/hello/index.js?v=1.0.0',
      '/remote-apps/hello/~1/index.js?v=1.0.0',
    ]);
  });

  it('findings: remotes 8, design 9.8-66: gives a stage 8 s, its retries together', async () => {
    const { loader } = hostOf(() => new Promise(() => {}));
    const start = performance.now();
    let end = 0;
    const failing = loader.load('hello').catch((error: unknown) => {
      end = performance.now() - start;
      throw error;
    });
    expect(await settle(failing)).toMatchObject({
      ...{ code: 'REMOTE_TIMEOUT', stage: 'entry', message: 'no result within 8 s' },
    });
    expect(end).toBe(8_000);
  });

  it('loads code that failed beneath the entry from another folder', async () => {
    const failing = {
      getInstall: () => Promise.reject(fetchFailed('/remote-apps/hello/x.js')),
      styles: () => [],
    };
    const { loader, entries } = hostOf((_entry, attempt) => (attempt === 1 ? failing : container(install)));
    await settle(loader.load('hello'));
    expect(entries).toEqual([
      '/remote-apps/hello/index.js?v=1.0.0',
      '/remote-apps/hello/~1/index.js?v=1.0.0',
    ]);
  });

  it('refuses what does not fit before any of its code runs', async () => {
    const { loader, entries } = hostOf(() => container(install), {
      fetchApps: async () => [{ ...hello, shared: { vue: '^2.0.0' } }],
    });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_INCOMPATIBLE' });
    expect(loader.stateOf('hello').phase).toBe('incompatible');
    expect(entries).toEqual([]);
  });

  it('says that an application is not enabled', async () => {
    const { loader } = hostOf(() => container(install));
    expect(await settle(loader.load('gone'))).toMatchObject({ code: 'REMOTE_NOT_AVAILABLE' });
    expect(loader.stateOf('gone').phase).toBe('disabled');
  });
});

describe('styles', () => {
  const css = (failures: number) => {
    let asked = 0;
    return async () =>
      asked++ < failures
        ? new Response('', { status: 503 })
        : new Response('.x{color:red}', { headers: { 'content-type': 'text/css' } });
  };
  const inPage = () => document.querySelectorAll('style[data-remote="hello"]').length;

  it('are in the page before install runs, retried, and gone after dispose', async () => {
    let during = -1;
    const { loader } = hostOf(
      () =>
        container(() => {
          during = inPage();
          return install();
        }, ['style-1.css']),
      { fetch: css(1) },
    );
    await settle(loader.load('hello'));
    expect(during).toBe(1);
    loader.dispose('hello');
    expect(inPage()).toBe(0);
  });

  it('fail the load when they cannot be had', async () => {
    const { loader } = hostOf(() => container(install, ['style-1.css']), { fetch: css(9) });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_STYLE_FAILED', stage: 'style' });
  });

  it('findings: remotes 7: that fail are told with the id of their request', async () => {
    const { loader } = hostOf(() => container(install, ['style-1.css']));
    expect(await settle(loader.load('hello'))).toMatchObject({
      stage: 'style',
      status: 503,
      requestId: 'req-1',
    });
  });

  it('that failed are named anew by what is deployed at the next try', async () => {
    const styles = [['gone.css'], []];
    const { loader, entries } = hostOf((_entry, attempt) => container(install, styles[attempt - 1]), {
      fetch: async () => new Response('', { status: 404 }),
    });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_STYLE_FAILED' });
    await settle(loader.load('hello'));
    expect(entries[1]).toContain('/~1/');
    expect(loader.stateOf('hello').phase).toBe('ready');
  });

  it('are gone when install fails', async () => {
    const { loader } = hostOf(() => container(() => undefined, ['style-1.css']), { fetch: css(0) });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_INSTALL_INVALID' });
    expect(inPage()).toBe(0);
  });
});

describe('a chunk that failed', () => {
  const withChunk = (load: () => Promise<unknown>) =>
    container(() => ({ ...install(), views: { list, detail: load } }));

  it('is loaded anew with its remote from another folder', async () => {
    const { loader, entries } = hostOf((_entry, attempt) =>
      withChunk(
        attempt < 3
          ? () => Promise.reject(fetchFailed('/remote-apps/hello/Detail.js'))
          : async () => ({ default: list }),
      ),
    );
    expect(await settle(loader.view('hello', 'detail'))).toMatchObject({ component: list });
    expect(entries.map((entry) => entry.replace('?v=1.0.0', ''))).toEqual([
      '/remote-apps/hello/index.js',
      '/remote-apps/hello/~1/index.js',
      '/remote-apps/hello/~2/index.js',
    ]);
  });

  it('leaves the views on screen as they are until they go', async () => {
    const disposed: number[] = [];
    const { loader } = hostOf((_entry, attempt) =>
      container((runtime: RemoteRuntime) => {
        runtime.onDispose(() => disposed.push(attempt));
        const detail =
          attempt === 1 ? () => Promise.reject(fetchFailed('/remote-apps/hello/Detail.js')) : list;
        return { ...install(), views: { list, detail } };
      }),
    );
    const shown = await loader.view('hello', 'list');
    const release = shown.instance.retain();
    await settle(loader.view('hello', 'detail'));
    expect(disposed).toEqual([]);
    release();
    expect(disposed).toEqual([1]);
  });

  it('says which file, which status and which request', async () => {
    const { loader } = hostOf(() =>
      withChunk(() => Promise.reject(fetchFailed('/remote-apps/hello/Detail.js'))),
    );
    expect(await settle(loader.view('hello', 'detail'))).toMatchObject({
      code: 'REMOTE_CHUNK_FAILED',
      stage: 'chunk',
      status: 503,
      requestId: 'req-1',
      message: '/remote-apps/hello/Detail.js answered 503',
    });
  });
});

describe('a missing view', () => {
  it('fails alone', async () => {
    const { loader } = hostOf(() => container(install));
    expect(await settle(loader.view('hello', 'nope'))).toMatchObject({
      code: 'REMOTE_VIEW_MISSING',
      stage: 'view',
    });
    expect(loader.stateOf('hello').phase).toBe('ready');
    expect((await loader.view('hello', 'list')).component).toBe(list);
  });
});
