import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { describe, expect, it, vi } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import { PackageStorage } from '../packages/package-storage.ts';

describe('readiness for enforced signatures', () => {
  const suite = marketSuite(['--app-market.security.mode=warn']);
  const readiness = async () => ok(await suite.host.call('GET', '/app/console/signature-readiness'));
  const frontendOnly = { backend: null };

  it('spec: Endpoints/GET /app/console/signature-readiness', async () => {
    expect(await readiness()).toMatchObject({ ready: true, checked: 0, truncated: false, versions: [] });
    await suite.host.publish(await suite.workshop.build(frontendOnly));
    await suite.host.save(await suite.workshop.build({ ...frontendOnly, version: '9.0.0', signed: false }));
    expect(await readiness()).toMatchObject({ ready: true, checked: 1, signed: 1 });

    await suite.host.publish(await suite.workshop.build({ ...frontendOnly, code: 'bare', signed: false }));
    const tampered = { 'frontend/assets/list.100abcdef.js': 'export default 2;' };
    await suite.host.publish(await suite.workshop.build({ ...frontendOnly, code: 'bad', tampered }));
    const lost = await suite.host.publish(await suite.workshop.build({ ...frontendOnly, code: 'lost' }));
    await suite.host.rows((query) =>
      query
        .updateTable('app_version')
        .set({ package_url: 'oss://12345' })
        .where('version_id', '=', lost.versionId)
        .execute(),
    );
    expect(await readiness()).toMatchObject({
      ready: false,
      checked: 4,
      signed: 1,
      unsigned: 1,
      invalid: 1,
      unverifiable: 1,
      truncated: false,
      versions: [
        { appCode: 'bad', state: 'invalid' },
        { appCode: 'bare', version: '1.0.0', state: 'unsigned' },
        { appCode: 'lost', state: 'unverifiable', reason: expect.stringContaining('oss://12345') as string },
      ],
    });
    expect(await readdir(join(suite.host.directory, 'temp'))).toEqual([]);
  });

  it('lists the tenants and packages that would be refused, and the mode', async () => {
    for (const version of ['1.0.0', '1.1.0'])
      await suite.host.publish(await suite.workshop.build({ ...frontendOnly, version, signed: false }));
    await suite.host.publish(await suite.workshop.build({ ...frontendOnly, code: 'bare', signed: false }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    expect(await readiness()).toMatchObject({
      mode: 'warn',
      ready: false,
      versions: [
        { appCode: 'demo', version: '1.1.0', installs: 1, rollbacks: 0 },
        { appCode: 'demo', version: '1.0.0', installs: 0, rollbacks: 1 },
        { appCode: 'bare', version: '1.0.0', installs: 0, rollbacks: 0 },
      ],
    });
  });

  it('reports its progress while it runs', async () => {
    const progress = async () =>
      ok(await suite.host.call('GET', '/app/console/signature-readiness/progress'));
    for (const code of ['one', 'two', 'three', 'four', 'five'])
      await suite.host.publish(await suite.workshop.build({ ...frontendOnly, code }));
    expect(await progress()).toBeNull();
    const read = Promise.withResolvers<undefined>();
    const reading = vi.spyOn(PackageStorage.prototype, 'fetch');
    // The first four are read at once; only one of them comes to its end before the others may.
    for (let held = 0; held < 3; held += 1) reading.mockImplementationOnce(() => read.promise);
    reading.mockImplementationOnce(() => Promise.reject(new Error('gone')));
    reading.mockImplementationOnce(() => read.promise);
    const report = readiness();
    await expect.poll(progress).toEqual({ done: 1, total: 5 });
    read.resolve(undefined);
    expect(await report).toMatchObject({ checked: 5 });
    expect(await progress()).toBeNull();
    reading.mockRestore();
  });

  it.runIf(isLongRun)(
    'spec: Limits/signature-readiness, checks the latest 100 of 101 versions, few at a time, once for all callers',
    async () => {
      const kinds = {
        signed: await suite.host.publish(await suite.workshop.build(frontendOnly)),
        unsigned: await suite.host.publish(
          await suite.workshop.build({ ...frontendOnly, code: 'bare', signed: false }),
        ),
        lost: await suite.host.publish(await suite.workshop.build({ ...frontendOnly, code: 'lost' })),
      };
      await suite.host.rows(async (query) => {
        const rows = await query.selectFrom('app_version').selectAll().orderBy('version_id').execute();
        const copies = rows.flatMap((row, kind) =>
          Array.from({ length: [90, 6, 2][kind] ?? 0 }, (_, index) => ({
            ...row,
            ...(row.version_id === kinds.lost.versionId ? { package_url: 'oss://12345' } : {}),
            version_id: row.version_id + 1000 + index,
            version: `1.0.${index + 1}`,
            release_time: new Date(Date.now() + 60_000).toISOString(),
          })),
        );
        await query.insertInto('app_version').values(copies).execute();
      });
      const temp = join(suite.host.directory, 'temp');
      const onDisk: number[] = [];
      const look = setInterval(() => void readdir(temp).then((names) => onDisk.push(names.length)), 1);
      const [report, same] = await Promise.all([readiness(), readiness()]);
      clearInterval(look);
      // The signed one of the three that were published first is the 101st.
      expect(report).toMatchObject({ ready: false, truncated: true, checked: 100 });
      expect(report).toMatchObject({ signed: 91, unsigned: 7, invalid: 0, unverifiable: 2 });
      expect(same).toEqual(report);
      expect(Math.max(...onDisk)).toBeGreaterThan(0);
      expect(Math.max(...onDisk)).toBeLessThanOrEqual(4);
      await suite.host.rows((query) =>
        query.deleteFrom('app_version').where('version_id', '=', kinds.signed.versionId).execute(),
      );
      expect(await readiness()).toMatchObject({ ready: false, truncated: false, checked: 100, signed: 91 });
    },
  );
});
