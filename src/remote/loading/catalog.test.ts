// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import { createCatalog } from './catalog.ts';

const app = { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/e' };

describe('the list of applications', () => {
  it('is fetched once for concurrent calls', async () => {
    let fetched = 0;
    const catalog = createCatalog(async () => {
      fetched++;
      return [app];
    });
    expect(await Promise.all([catalog.find('hello'), catalog.find('hello')])).toEqual([app, app]);
    await catalog.find('hello');
    expect(fetched).toBe(1);
  });

  it('is fetched again after a failure, which carries the request’s error', async () => {
    let fetched = 0;
    const catalog = createCatalog(async () => {
      if (fetched++ === 0)
        throw Object.assign(new Error('The host is starting.'), { status: 503, requestId: 'req-1' });
      return [app];
    });
    await expect(catalog.find('hello')).rejects.toMatchObject({
      code: 'REMOTE_DISCOVERY_FAILED',
      message: 'The host is starting.',
      transient: true,
      status: 503,
      requestId: 'req-1',
    });
    expect(await catalog.find('hello')).toBe(app);
  });

  it.each([
    [undefined, true],
    [500, true],
    [499, false],
    [401, false],
  ])('that fails with status %s may be tried again: %s', async (status, transient) => {
    const catalog = createCatalog(() => Promise.reject(Object.assign(new Error('no'), { status })));
    await expect(catalog.find('hello')).rejects.toMatchObject({ transient, status });
  });

  it('is fetched again before an application is reported as missing', async () => {
    let apps = [app];
    const catalog = createCatalog(async () => apps);
    await catalog.find('hello');
    const member = { ...app, code: 'member' };
    apps = [app, member];
    expect(await catalog.find('member')).toBe(member);
  });

  it('is fetched again for an application that was quarantined, and may run by now', async () => {
    let apps: RemoteAppDescriptor[] = [{ ...app, quarantined: true }];
    const catalog = createCatalog(async () => apps);
    await expect(catalog.find('hello')).rejects.toMatchObject({ code: 'REMOTE_QUARANTINED' });
    apps = [app];
    expect(await catalog.find('hello')).toBe(app);
  });

  it('gives the names of its applications, removed ones included, and the code of others', async () => {
    let apps = [app];
    const catalog = createCatalog(async () => apps);
    expect(catalog.nameOf('hello')).toBe('hello');
    await catalog.refresh();
    apps = [];
    expect(await catalog.refresh()).toEqual([]);
    expect([catalog.nameOf('hello'), catalog.nameOf('gone')]).toEqual(['Hello', 'gone']);
  });

  it('without the application is a permanent failure', async () => {
    const catalog = createCatalog(async () => [app]);
    await expect(catalog.find('gone')).rejects.toMatchObject({
      code: 'REMOTE_NOT_AVAILABLE',
      transient: false,
    });
  });
});

describe('two fetches at once', () => {
  const app = (version: string) => ({ code: 'hello', name: 'Hello', version, entry: `/e?v=${version}` });

  function overlapping() {
    const answers: ((apps: readonly ReturnType<typeof app>[]) => void)[] = [];
    const catalog = createCatalog(() => new Promise((resolve) => answers.push(resolve)));
    return { answers, catalog, fetches: [catalog.refresh(), catalog.refresh()] };
  }

  it('keep the list of the later request, in any order of responses', async () => {
    const { answers, catalog, fetches } = overlapping();
    const seen: unknown[] = [];
    catalog.onRefresh(() => seen.push(catalog.apps.value?.[0]?.version));
    answers[1]?.([app('2.0.0')]);
    answers[0]?.([app('1.0.0')]);
    await Promise.all(fetches);
    expect(catalog.apps.value?.[0]?.version).toBe('2.0.0');
    expect(seen).toEqual(['2.0.0']);
  });

  it('make a search wait for the later one', async () => {
    const { answers, catalog, fetches } = overlapping();
    answers[0]?.([]);
    await fetches[0];
    const found = catalog.find('hello');
    answers[1]?.([app('2.0.0')]);
    expect((await found).version).toBe('2.0.0');
    expect(answers).toHaveLength(2);
  });
});
