import { afterEach, describe, expect, it } from 'vitest';
import { container } from '../testing/fake-adapter.ts';
import { hello, hostOf, install } from '../testing/host-of.ts';
import { fetchModule } from './fetch-module.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

/** A host that notes what is fetched ahead, and fails as often as it is told. */
function preloading(failures = 0, overrides: Parameters<typeof hostOf>[1] = {}) {
  const fetched: string[] = [];
  const parts = hostOf(() => container(install), {
    fetchModule: async (address) => {
      fetched.push(address.replace(/^https?:\/\/[^/]+/, ''));
      if (fetched.length <= failures) throw new Error('not there');
    },
    ...overrides,
  });
  return { ...parts, fetched };
}

describe('findings: remotes 1, design 9.8-66: preloading', () => {
  it('fetches the entry without evaluating it', async () => {
    const { loader, entries, fetched } = preloading();
    await loader.preload('hello');
    expect(fetched).toEqual(['/remote-apps/hello/index.js?v=1.0.0']);
    expect(entries).toEqual([]);
    expect(loader.stateOf('hello')).toEqual({ phase: 'idle' });
    await loader.view('hello', 'list');
    expect(entries).toEqual(fetched);
  });

  it('skips loaded applications', async () => {
    const { loader, fetched } = preloading();
    await loader.load('hello');
    await loader.preload('hello');
    expect(fetched).toEqual([]);
  });

  it('skips an application that is loading, and fetches what others share with the host', async () => {
    let warmed = 0;
    const load = async () => ({ warmed: ++warmed });
    const shared = { vue: { version: '3.5.0', load } };
    const member = { ...hello, code: 'member', shared: { vue: '^3.0.0' } };
    const { loader, fetched } = preloading(0, { fetchApps: async () => [hello, member], shared });
    const loading = loader.load('hello');
    await loader.preload('hello');
    expect(fetched).toEqual([]);
    await loader.preload('member');
    expect([fetched.length, warmed]).toEqual([1, 1]);
    await loading;
  });

  it('does not reuse a failed address, which browsers cache', async () => {
    const { loader, entries } = preloading(1);
    await expect(loader.preload('hello')).rejects.toThrow('not there');
    await loader.load('hello');
    expect(entries).toEqual(['/remote-apps/hello/index.js?v=1.0.0&retry=1']);
  });

  it('skips incompatible applications', async () => {
    const { loader, fetched } = preloading(0, {
      fetchApps: async () => [{ ...hello, shared: { vue: '^2.0.0' } }],
    });
    await expect(loader.preload('hello')).rejects.toMatchObject({ code: 'REMOTE_INCOMPATIBLE' });
    expect(fetched).toEqual([]);
  });

  it('is a link element that is removed afterwards', async () => {
    const outcomes = ['load', 'error'].map((outcome) => {
      const fetching = fetchModule(`https://apps.example/${outcome}.js`).then(
        () => 'load',
        (error: Error) => error.message,
      );
      const link = document.head.lastElementChild as HTMLLinkElement;
      expect(link.rel).toBe('modulepreload');
      link.dispatchEvent(new Event(outcome));
      return fetching;
    });
    expect(await Promise.all(outcomes)).toEqual([
      'load',
      'https://apps.example/error.js could not be fetched',
    ]);
    expect(document.head.children).toHaveLength(0);
  });
});
