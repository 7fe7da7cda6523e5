import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, type Client } from '../testing/host.ts';
import { startTwoTenants, type TwoTenants } from '../testing/two-tenants.ts';

let parts: TwoTenants;
beforeAll(async () => {
  parts = await startTwoTenants();
  const { rows = [] } = (await parts.admin('GET', '/system/ossConfig/list?configKey=local')).body;
  await parts.admin('PUT', `/system/ossConfig/${Number(rows[0]?.['ossConfigId'])}/status`, { status: 1 });
});
afterAll(() => parts.host.stop());

interface Site {
  readonly own: Readonly<Record<string, string | null>>;
  readonly inherited: Readonly<Record<string, string | null>>;
  readonly updateTime: string;
}
const read = async (client: Client): Promise<Site> => dataOf(await client('GET', '/system/site'));
const write = (client: Client, change: object) => client('PUT', '/system/site', change);
const shown = async (tenantId: string): Promise<Record<string, unknown>> =>
  dataOf(await parts.host.anonymous('GET', '/open/platform/config', undefined, { 'x-tenant-id': tenantId }));

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
function upload(client: Client, content: Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'image/png' }), name);
  return client('POST', '/system/site/picture?use=logo', form);
}

describe('the look of the site (design 12, 15.7)', () => {
  it("is a tenant's own, and the platform's where the tenant has set nothing", async () => {
    dataOf(await write(parts.admin, { name: 'Platform', accent: '#0f706a', watermark: 'on' }));
    dataOf(await write(parts.boss, { name: 'Acme' }));
    expect(await read(parts.boss)).toMatchObject({
      own: { name: 'Acme', accent: null },
      inherited: { name: 'Platform', accent: '#0f706a' },
    });
    expect(await shown('acme')).toMatchObject({
      name: 'Acme',
      settings: { accent: '#0f706a', watermark: 'on' },
    });
    expect(await shown('000000')).toMatchObject({ name: 'Platform' });
    dataOf(await write(parts.boss, { name: null }));
    expect(await shown('acme')).toMatchObject({ name: 'Platform' });
  });

  it('keeps who changed what, for a way back', async () => {
    await write(parts.boss, { copyright: 'One' });
    await write(parts.boss, { copyright: 'Two' });
    const changes = dataOf<object[]>(await parts.boss('GET', '/system/site/history'));
    expect(changes[0]).toMatchObject({ configKey: 'platform.copyright', before: 'One', after: 'Two' });
    expect(changes.map((change) => (change as { userName: string }).userName)).toContain('boss');
    expect(JSON.stringify(changes)).not.toContain('"admin"');
  });

  it.each([
    ['a tenant', () => parts.boss],
    ["the platform's tenant", () => parts.admin],
  ])('of %s is not overwritten by somebody who has not seen the newest change', async (_whose, clientOf) => {
    const client = clientOf();
    const { updateTime } = await read(client);
    parts.host.clock.advance(1_000);
    dataOf(await write(client, { icp: 'First', updateTime }));
    const refused = await write(client, { name: 'Second', updateTime });
    expect([refused.status, refused.body.error]).toEqual([409, 'CHANGED_MEANWHILE']);
    const now = await read(client);
    expect(refused.body.details).toMatchObject({ record: now, changedAt: now.updateTime });
    expect(now.own).toMatchObject({ icp: 'First' });
    parts.host.clock.advance(1_000);
    dataOf(await write(client, { name: 'Second', icp: null, updateTime: now.updateTime }));
    expect((await read(client)).own).toMatchObject({ name: 'Second', icp: null });
  });

  it('lets one of two edits at the same time pass, also before the first change', async () => {
    const { updateTime } = await read(parts.boss);
    parts.host.clock.advance(1_000);
    const answers = await Promise.all(
      ['One', 'Two'].map((copyright) => write(parts.boss, { copyright, updateTime })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    { accent: 'red' },
    { accent: '#0f706a; }' },
    { logo: 'javascript:alert(1)' },
    { logo: '//elsewhere.example/logo.png' },
    { backgroundImage: '/a.png") ; }' },
    { watermark: 'maybe' },
    { name: ' ' },
  ])('refuses %j, and changes nothing', async (change) => {
    const before = await read(parts.admin);
    const answer = await write(parts.admin, { description: 'Not written', ...change });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await read(parts.admin)).toEqual(before);
  });

  it('takes pictures by their content, for everybody to load', async () => {
    const { url } = dataOf<{ url: string }>(await upload(parts.boss, PNG, 'logo.png'));
    dataOf(await write(parts.boss, { logo: url }));
    expect(await shown('acme')).toMatchObject({ logo: url });
    expect(url).toMatch(/^\/upload\//);
  });

  it.each([
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page under the name of a picture', Buffer.from('<html></html>')],
    ['an empty file', Buffer.alloc(0)],
    ['a picture that is too large', Buffer.concat([PNG, Buffer.alloc(512 * 1024)])],
  ])('refuses %s', async (_what, content) => {
    const answer = await upload(parts.boss, new Uint8Array(content), 'logo.png');
    expect([answer.status, answer.body.error]).toEqual([400, 'SITE_PICTURE_REFUSED']);
  });
});
