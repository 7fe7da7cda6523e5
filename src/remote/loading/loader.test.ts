import type { RemoteRuntime } from '@platform/remote-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watch } from 'vue';
import { container } from '../testing/fake-adapter.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { fetchFailed, hello, hostOf, install, list, settle } from '../testing/host-of.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = '';
});

describe('loading an application', () => {
  it('happens once for concurrent views', async () => {
    const { loader, entries } = hostOf(() => container(install));
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
    const [first, second] = await Promise.all([loader.view('hello', 'list'), loader.view('hello', 'list')]);
    expect(first.component).toBe(list);
    expect(second.instance).toBe(first.instance);
    expect(entries).toEqual(['/remote-apps/hello/index.js?v=1.0.0']);
    expect(loader.stateOf('hello')).toEqual({ phase: 'ready' });
  });

  it('tells each stage in turn', async () => {
    const { loader } = hostOf(() => container(install));
    const stages: unknown[] = [];
    const stop = watch(
      () => loader.stateOf('hello').stage,
      (stage) => stages.push(stage),
      { flush: 'sync' },
    );
    await loader.load('hello');
    stop();
    expect(stages).toEqual(['discovery', 'entry', 'export', 'style', 'install', undefined]);
  });

  it('leaves no mark that it may have frozen the page', async () => {
    const marks = memoryStorage();
    let during = 0;
    const { loader } = hostOf(
      () =>
        container(() => {
          during = marks.length;
          return install();
        }),
      { marks },
    );
    await settle(loader.load('hello'));
    expect([during, marks.length]).toEqual([1, 0]);
  });

  it('fails with a result that cannot be read', async () => {
    const odd = {
      get manifest(): never {
        throw new Error('odd');
      },
    };
    const { loader } = hostOf(() => container(() => odd));
    expect(await settle(loader.load('hello'))).toMatchObject({
      ...{ code: 'REMOTE_INSTALL_FAILED', stage: 'install', app: 'hello', message: 'odd' },
    });
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

  it('uses another folder when an import of the entry could not be fetched', async () => {
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

  it('never caches a failure', async () => {
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

  it('loads an entry that threw from another folder next time', async () => {
    const { loader, entries } = hostOf((_entry, attempt) => {
      if (attempt === 1) throw new Error('The licence is missing.');
      return container(install);
    });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_ENTRY_FAILED' });
    await settle(loader.load('hello'));
    expect(entries[1]).toContain('/~1/');
  });

  it('design 5.4: waits longer for an application that is compiled while it loads', async () => {
    const slow = () =>
      new Promise<ReturnType<typeof container>>((resolve) =>
        setTimeout(() => resolve(container(install)), 10_000),
      );
    const { loader } = hostOf(slow, { fetchApps: async () => [{ ...hello, build: '1' }] });
    await settle(loader.load('hello'));
    expect(loader.stateOf('hello').phase).toBe('ready');
  });

  it('design 16-24: does not run an application that the watchdog has quarantined', async () => {
    const marks = memoryStorage();
    marks.setItem('platform.remote.left-out', JSON.stringify({ hello: hello.entry }));
    const fetched: string[] = [];
    const fetchModule = async (address: string) => void fetched.push(address);
    const { loader, entries } = hostOf(() => container(install), { marks, fetchModule });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_LEFT_OUT' });
    expect(await settle(loader.preload('hello'))).toMatchObject({ code: 'REMOTE_LEFT_OUT' });
    expect([entries, fetched]).toEqual([[], []]);
  });

  it('loads failed chunks of the entry from another folder', async () => {
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

  it('refuses incompatible applications before their code runs', async () => {
    const { loader, entries } = hostOf(() => container(install), {
      fetchApps: async () => [{ ...hello, shared: { vue: '^2.0.0' } }],
    });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_INCOMPATIBLE' });
    expect(loader.stateOf('hello').phase).toBe('incompatible');
    expect(entries).toEqual([]);
  });

  it('reports that an application is not enabled', async () => {
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

  it('are in the page before install runs, retried, and removed after dispose', async () => {
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

  it('that the application links itself are awaited, and removed after dispose', async () => {
    let during = -1;
    const linking = container(() => {
      during = inPage();
      return install();
    });
    const { loader } = hostOf(
      () => ({
        ...linking,
        getInstall() {
          const link = document.createElement('link');
          Object.assign(link, { rel: 'stylesheet', href: '/remote-apps/hello/own.css' });
          document.head.append(link);
          return linking.getInstall();
        },
      }),
      {
        fetch: async () => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          return css(0)();
        },
      },
    );
    await settle(loader.load('hello'));
    expect([during, loader.stateOf('hello').phase]).toEqual([1, 'ready']);
    loader.dispose('hello');
    expect(inPage()).toBe(0);
  });

  it('and shared modules are fetched in parallel to the code, and the sheet only once', async () => {
    const order: string[] = [];
    const sheet = css(0);
    const module = async () => {
      order.push('shared');
      return {};
    };
    const { loader } = hostOf(
      () => {
        order.push('entry');
        return {
          getInstall: async () => {
            await new Promise((resolve) => setTimeout(resolve, 10));
            order.push('code');
            return { default: install };
          },
          styles: () => ['style-1.css'],
        };
      },
      {
        fetchApps: async () => [{ ...hello, shared: { vue: '^3.0.0' } }],
        shared: { vue: { version: '3.5.0', load: module } },
        fetch: async () => {
          order.push('sheet');
          return sheet();
        },
      },
    );
    await settle(loader.load('hello'));
    expect(order).toEqual(['shared', 'entry', 'sheet', 'code']);
    expect([inPage(), loader.stateOf('hello').phase]).toEqual([1, 'ready']);
  });

  it('fail the load when they cannot be fetched', async () => {
    const { loader } = hostOf(() => container(install, ['style-1.css']), { fetch: css(9) });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_STYLE_FAILED', stage: 'style' });
  });

  it('findings: remotes 7: that fail are reported with their request id', async () => {
    const { loader } = hostOf(() => container(install, ['style-1.css']));
    expect(await settle(loader.load('hello'))).toMatchObject({
      stage: 'style',
      status: 503,
      requestId: 'req-1',
    });
  });

  it('that failed are listed again by the next deployment', async () => {
    const styles = [['gone.css'], []];
    const { loader, entries } = hostOf((_entry, attempt) => container(install, styles[attempt - 1]), {
      fetch: async () => new Response('', { status: 404 }),
    });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_STYLE_FAILED' });
    await settle(loader.load('hello'));
    expect(entries[1]).toContain('/~1/');
    expect(loader.stateOf('hello').phase).toBe('ready');
  });

  it('that the shell adds after the load are left alone', async () => {
    const { loader } = hostOf(() => container(install));
    await settle(loader.load('hello'));
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = '.y { color: red }';
    await vi.advanceTimersByTimeAsync(0);
    expect(style.dataset['remote']).toBeUndefined();
  });

  it('are removed when install fails', async () => {
    const { loader } = hostOf(() => container(() => undefined, ['style-1.css']), { fetch: css(0) });
    expect(await settle(loader.load('hello'))).toMatchObject({ code: 'REMOTE_INSTALL_INVALID' });
    expect(inPage()).toBe(0);
  });
});

describe('a chunk that failed', () => {
  const withChunk = (load: () => Promise<unknown>) =>
    container(() => ({ ...install(), views: { list, detail: load } }));

  it('is loaded again with its application from another folder', async () => {
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

  it('of two views that fail at once is loaded again only once', async () => {
    const { loader, entries } = hostOf((_entry, attempt) => {
      const chunk = () =>
        attempt === 1
          ? Promise.reject(fetchFailed('/remote-apps/hello/x.js'))
          : Promise.resolve({ default: list });
      return container(() => ({ ...install(), views: { a: chunk, b: chunk } }));
    });
    await settle(Promise.all([loader.view('hello', 'a'), loader.view('hello', 'b')]));
    expect(entries.map((entry) => entry.replace('?v=1.0.0', ''))).toEqual([
      '/remote-apps/hello/index.js',
      '/remote-apps/hello/~1/index.js',
    ]);
  });

  it('leaves views on screen until they are closed', async () => {
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

  it('is reported with file, status and request', async () => {
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
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
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
