import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';

const app = { code: 'hello', name: 'Hello', version: '1.0.0', entry: '/e' };

describe('the list of applications', () => {
  it('is fetched once, however many ask at once', async () => {
    let fetched = 0;
    const catalog = createCatalog(async () => {
      fetched++;
      return [app];
    });
    expect(await Promise.all([catalog.find('hello'), catalog.find('hello')])).toEqual([app, app]);
    await catalog.find('hello');
    expect(fetched).toBe(1);
  });

  it('is fetched again after a failure, which says what the request said', async () => {
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

  it('is fetched again before an application is said to be missing', async () => {
    let apps = [app];
    const catalog = createCatalog(async () => apps);
    await catalog.find('hello');
    const member = { ...app, code: 'member' };
    apps = [app, member];
    expect(await catalog.find('member')).toBe(member);
  });

  it('does not hold the application: a lasting failure', async () => {
    const catalog = createCatalog(async () => [app]);
    await expect(catalog.find('gone')).rejects.toMatchObject({
      code: 'REMOTE_NOT_AVAILABLE',
      transient: false,
    });
  });
});
