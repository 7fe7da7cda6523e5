import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { MarketHost, ok, type Answer } from '../testing/market-host.ts';
import { PackageWorkshop } from '../testing/test-packages.ts';

/** Larger than any identifier: PostgreSQL's `bigint` ends between them. */
const FAR = ['9007199254740993', '9223372036854775808', '99999999999999999999999'];

await describeHostDatabases('requests that nobody should send, to the marketplace', ({ args }) => {
  let host: MarketHost;
  let workshop: PackageWorkshop;
  let other: number;
  let bytes: Buffer<ArrayBuffer>;
  const call = (method: string, path: string, body?: unknown) => host.call(method, path, body);

  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
    host = await MarketHost.start(args);
    other = (await host.publish(await workshop.build({ code: 'other' }))).appId;
    bytes = Buffer.from(await readFile(await workshop.build()));
  });
  afterAll(async () => {
    await host.close();
    await workshop.close();
  });

  const upload = (...fields: ReadonlyArray<readonly [string, string | Blob]>): Promise<Answer> => {
    const form = new FormData();
    for (const [name, value] of fields)
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, 'demo-1.0.0.zip');
    return call('POST', '/app/package/parse', form);
  };

  it.each(FAR)('refuses an id of %s in every position', async (far) => {
    for (const [method, path] of [
      ['POST', `/app/version/${far}/publish`],
      ['POST', `/app/version/${far}/deploy`],
      ['POST', `/app/console/${far}/status?status=1`],
      ['POST', `/app/install/${far}/upgrade`],
      ['DELETE', `/app/install/${far}`],
      ['GET', `/app/task/${far}`],
      ['GET', `/app/version/list?appId=${far}`],
    ] as const)
      expect(await call(method, path), path).toMatchObject({ status: 400, error: 'VALIDATION_FAILED' });
  });

  it('refuses a text with U+0000, and the operation log keeps working', async () => {
    const name = 'a\0b';
    for (const [method, path, body] of [
      ['POST', '/app/install', { appCode: name }],
      ['POST', '/app/install/plan', { action: 'install', appCode: name }],
      ['POST', '/app/console', { appCode: 'strange', name }],
      ['GET', '/app/market/list?keyword=a%00b'],
      ['GET', '/app/console/list?keyword=a%00b'],
      ['GET', '/app/task/list?appCode=a%00b'],
      ['GET', '/app/market/a%00b'],
    ] as const)
      expect(await call(method, path, body), path).toMatchObject({ status: 400, error: 'TEXT_UNSTORABLE' });
    const logged = async () => (await call('GET', '/system/operLog/list?title=Install&pageSize=5')).rows;
    await expect.poll(logged).toMatchObject([{ status: 400 }]);
  });

  it.each([
    ['URL_MALFORMED', 400, '/app/version/%/publish'],
    ['URL_MALFORMED', 400, '/app/version/%zz/publish'],
    ['URL_TOO_LONG', 414, `/app/version/${'1'.repeat(4000)}/publish`],
  ])('returns %s (%i) in the envelope', async (error, status, path) => {
    expect(await call('POST', path)).toMatchObject({ status, code: status, error });
  });

  it('compares appId with the package in any order of the form, and refuses an invalid one', async () => {
    const file = new Blob([bytes]);
    const mismatch = { status: 400, error: 'PACKAGE_CODE_MISMATCH' };
    expect(await upload(['appId', String(other)], ['file', file])).toMatchObject(mismatch);
    expect(await upload(['file', file], ['appId', String(other)])).toMatchObject(mismatch);
    for (const appId of ['abc', '0', '-1', '1.5', 'NaN', 'Infinity', ...FAR])
      expect(await upload(['appId', appId], ['file', file]), appId).toMatchObject({
        status: 400,
        error: 'VALIDATION_FAILED',
      });
    expect(await upload(['appId', '1'], ['file', file])).toMatchObject({ error: 'APP_NOT_FOUND' });
    ok(await upload(['appId', ''], ['file', file]));
  });

  it('registers a code once when two requests race, and refuses the other', async () => {
    const add = () => call('POST', '/app/console', { appCode: 'twice', name: 'Twice' });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { status, error } of answers) if (status === 409) expect(error).toBe('APP_EXISTS');
  });

  it('leaves nothing of an aborted upload', async () => {
    const temp = () => readdir(join(host.directory, 'temp'));
    const before = await temp();
    const head = Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="demo-1.0.0.zip"\r\n\r\n',
    );
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
    socket.write(
      [
        'POST /app/package/parse HTTP/1.1',
        'host: x',
        `authorization: Bearer ${host.token}`,
        'content-type: multipart/form-data; boundary=b',
        `content-length: ${bytes.length + 500}`,
        '\r\n',
      ].join('\r\n'),
    );
    socket.write(Buffer.concat([head, bytes]).subarray(0, head.length + 300));
    await expect.poll(temp).toHaveLength(before.length + 1);
    socket.destroy();
    await expect.poll(temp).toEqual(before);
  });
});
