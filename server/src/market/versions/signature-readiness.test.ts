import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('before signatures are enforced', () => {
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

  it('spec: Limits/signature-readiness', async () => {
    const { versionId } = await suite.host.publish(await suite.workshop.build(frontendOnly));
    await suite.host.rows(async (query) => {
      const row = await query
        .selectFrom('app_version')
        .selectAll()
        .where('version_id', '=', versionId)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: 100 }, (_, index) => ({
        ...row,
        version_id: versionId + 1 + index,
        version: `1.0.${index + 1}`,
      }));
      await query.insertInto('app_version').values(copies).execute();
    });
    expect(await readiness()).toMatchObject({ ready: false, checked: 100, truncated: true, unsigned: 0 });
  });
});
