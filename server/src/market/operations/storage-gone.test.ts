import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

describe('an unavailable storage (design 4.4)', () => {
  const suite = marketSuite();
  const install = () => suite.host.call('POST', '/app/install', { appCode: 'demo' });

  it('fails the download with a hint and leaves nothing; a later retry succeeds', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    const disk = await suite.disk();
    const stored = join(suite.host.directory, 'files');
    await rename(stored, `${stored}-away`);
    const failed = await install();
    expect(failed.status).toBeGreaterThanOrEqual(404);
    expect(failed.details).toMatchObject({ stage: 'download' });
    const [task] = (await suite.host.call('GET', '/app/task/list')).rows ?? [];
    const failure = task?.['failure'] as { stage: string; code: string; message: string; fix: string };
    expect(failure).toMatchObject({ stage: 'download', code: failed.error });
    expect(failure.code).not.toBe('INTERNAL_ERROR');
    expect(failure.fix).toMatch(/\.$/);
    expect(await suite.disk()).toEqual(disk);
    await rename(`${stored}-away`, stored);
    ok(await install());
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });
});
