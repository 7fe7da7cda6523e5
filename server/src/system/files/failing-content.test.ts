import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OssService } from '@platform/plugin-sdk/oss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION_SERVICES } from '../../infra/index.ts';
import { watchUncaught } from '../../testing/uncaught.ts';
import { STORED_OBJECTS } from '../index.ts';
import { startTestHost, type Client, type TestHost } from '../testing/host.ts';

let host: TestHost;
let admin: Client;
const uncaught = watchUncaught();
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(async () => {
  uncaught.stop();
  await host.stop();
});

const ossOf = () => host.services.use(APPLICATION_SERVICES).find(OssService, 'demo') as OssService;
const gone = () => createReadStream('/nowhere/package.zip');
const setStatus = async (status: 0 | 1): Promise<void> => {
  const { rows = [] } = (await admin('GET', '/system/ossConfig/list?configKey=local')).body;
  await admin('PUT', `/system/ossConfig/${Number(rows[0]?.['ossConfigId'])}/status`, { status });
};

describe('findings: security 4: unreadable content', () => {
  it('fails only the storing request, whenever it fails', async () => {
    await setStatus(1);
    const oss = ossOf();
    const objects = host.services.use(STORED_OBJECTS);
    await expect(oss.upload(gone(), { name: 'a.zip' })).rejects.toThrow('ENOENT');
    const failed = gone().on('error', () => undefined);
    await sleep(20);
    await expect(oss.upload(failed, { name: 'a.zip' })).rejects.toThrow('ENOENT');
    const planned = await objects.plan({ name: 'a.zip' });
    await expect(objects.store(planned, gone)).rejects.toThrow('ENOENT');
    expect(await readdir(join(host.directory, 'files', '.incoming')).catch(() => [])).toEqual([]);
    expect(uncaught.errors).toEqual([]);
  });

  it('is closed when no storage accepts it', async () => {
    await setStatus(0);
    const open = createReadStream(import.meta.filename);
    const upload = ossOf().upload(open, { name: 'a.ts' });
    await expect(upload).rejects.toMatchObject({ code: 'STORAGE_DISABLED' });
    expect(open.destroyed).toBe(true);
    await expect(ossOf().upload(gone(), { name: 'a.zip' })).rejects.toMatchObject({
      code: 'STORAGE_DISABLED',
    });
    await sleep(20);
    expect(uncaught.errors).toEqual([]);
  });
});
