import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
  await admin('POST', '/system/dict/type', { dictName: 'Sizes', dictType: 'sizes' });
});
afterAll(() => host.stop());

const add = async (dictValue: string, more: object = {}): Promise<number> => {
  const entry = { dictType: 'sizes', dictLabel: dictValue.toUpperCase(), dictValue, ...more };
  return dataOf<{ dictCode: number }>(await admin('POST', '/system/dict/data', entry)).dictCode;
};
const values = async (): Promise<unknown[]> =>
  ((await admin('GET', '/system/dict/data/list?dictType=sizes')).body.rows ?? []).map(
    (row) => row['dictValue'],
  );

describe('the entries of a dictionary', () => {
  it('are moved by some places, and stay at the ends', async () => {
    const [s, m, l] = [await add('s'), await add('m'), await add('l')];
    const move = async (dictCode: number, by: number) =>
      (await admin('PUT', `/system/dict/data/${dictCode}/move`, { by })).status;
    expect(await move(l, -1)).toBe(200);
    expect(await values()).toEqual(['s', 'l', 'm']);
    await move(s, -1);
    await move(m, 1);
    expect(await values()).toEqual(['s', 'l', 'm']);
    await move(s, 1);
    expect(await values()).toEqual(['l', 's', 'm']);
    await move(m, -2);
    expect(await values()).toEqual(['m', 'l', 's']);
    await move(m, 2);
    expect(await values()).toEqual(['l', 's', 'm']);
    expect([await move(m, 0.5), await move(99, 1)]).toEqual([400, 404]);
  });

  it('have labels by language, which readers get and a change replaces', async () => {
    const dictCode = await add('xl', { dictLabels: { 'zh-CN': '特大' } });
    const get = async () =>
      dataOf<{ dictLabels: object }>(await admin('GET', `/system/dict/data/${dictCode}`)).dictLabels;
    expect(await get()).toEqual({ 'zh-CN': '特大' });
    const read = async () => {
      const entries = dataOf<Array<{ value: string; labels?: object }>>(
        await admin('GET', '/system/dict/data/type/sizes'),
      );
      return entries.map(({ value, labels }) => [value, labels]);
    };
    expect(await read()).toContainEqual(['xl', { 'zh-CN': '特大' }]);
    expect(await read()).toContainEqual(['m', undefined]);
    await admin('PUT', '/system/dict/data', { dictCode, dictLabel: 'Extra' });
    expect(await get()).toEqual({ 'zh-CN': '特大' });
    await admin('PUT', '/system/dict/data', { dictCode, dictLabels: {} });
    expect(await get()).toEqual({});
    const wrong = { dictType: 'sizes', dictLabel: 'X', dictValue: 'x', dictLabels: { Chinese: 'X' } };
    expect((await admin('POST', '/system/dict/data', wrong)).body.error).toBe('VALIDATION_FAILED');
  });
});

it('a dictionary has names in other languages, until it gets another name', async () => {
  const names = { 'zh-CN': '颜色' };
  const { dictId } = dataOf<{ dictId: number }>(
    await admin('POST', '/system/dict/type', { dictName: 'Colours', dictType: 'colours', dictNames: names }),
  );
  const shown = async () =>
    dataOf<{ dictName: string; dictNames?: object }>(await admin('GET', `/system/dict/type/${dictId}`));
  const edit = async (change: object) =>
    (await admin('PUT', '/system/dict/type', { dictId, ...change })).status;
  const { rows = [] } = (await admin('GET', '/system/dict/type/list?dictType=colours')).body;
  expect(rows.map((row) => row['dictNames'])).toEqual([names]);
  // A form sends the name as it is.
  expect(await edit({ dictName: 'Colours', remark: 'x' })).toBe(200);
  expect((await shown()).dictNames).toEqual(names);
  expect(await edit({ dictName: 'Paints' })).toBe(200);
  expect(await shown()).not.toHaveProperty('dictNames');
  expect(await edit({ dictName: 'Hues', dictNames: { zh: '色调' } })).toBe(200);
  expect(await shown()).toMatchObject({ dictName: 'Hues', dictNames: { zh: '色调' } });
  expect(await edit({ dictNames: { Chinese: 'X' } })).toBe(400);
});

it('a dictionary is found by a name in any language, not by the languages', async () => {
  const dictNames = { 'zh-CN': '材质 "A"', 'en-US': 'Fabrics' };
  await admin('POST', '/system/dict/type', { dictName: 'Materials', dictType: 'materials', dictNames });
  const found = async (dictName: string) => {
    const query = new URLSearchParams({ dictName });
    const { total, rows = [] } = (await admin('GET', `/system/dict/type/list?${query.toString()}`)).body;
    return [total, rows.map((row) => row['dictType'])];
  };
  const theirs = [1, ['materials']];
  for (const text of ['材质', 'fabric', 'MATERIAL', '"A"']) expect(await found(text)).toEqual(theirs);
  // The platform's own ones, too.
  expect(await found('公告类')).toEqual([1, ['sys_notice_type']]);
  for (const text of ['zh-CN', 'en-us', '","', '%']) expect(await found(text)).toEqual([0, []]);
  const { text } = await admin('GET', `/system/dict/type/export?dictName=${encodeURIComponent('材质')}`);
  expect(text).toContain('materials');
});
