import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';
import { DictTypes } from './dict-types.ts';

interface Answered {
  total: number;
  findings: Array<{ line: number; column: string | null; code: string; value: string }>;
}

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
  await admin('POST', '/system/dict/type', { dictName: 'Cities', dictType: 'city' });
  const entry = { dictType: 'city', dictLabel: 'Oslo', dictValue: 'osl', dictSort: 7 };
  await admin('POST', '/system/dict/data', entry);
});
afterAll(() => host.stop());

const send = async (csv: string, apply = false, dictType = 'city') =>
  admin('POST', '/system/dict/data/import', { dictType, csv, apply });
const rows = async () => (await admin('GET', '/system/dict/data/list?dictType=city')).body.rows ?? [];

describe('design 12: an import of dictionary entries', () => {
  it('says what is wrong in each line, and adds none while anything is', async () => {
    const csv = [
      'value,label,label:zh-CN,colour,default',
      'ber,Berlin,柏林,success,yes',
      'osl,Again,,,',
      `,,${'x'.repeat(101)},pink,perhaps`,
      'ber,Twice,,,',
    ].join('\n');
    const { total, findings } = dataOf<Answered>(await send(csv, true));
    expect([total, (await rows()).length]).toEqual([4, 1]);
    expect(findings.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'value', 'VALUE_TAKEN'],
      [4, 'value', 'VALUE_INVALID'],
      [4, 'default', 'YES_NO_INVALID'],
      [4, 'colour', 'COLOUR_UNKNOWN'],
      [4, 'label', 'LABEL_INVALID'],
      [4, 'label:zh-CN', 'LABEL_INVALID'],
      [5, 'value', 'VALUE_TWICE'],
    ]);
  });

  it('adds all lines behind the entries that are there, once they are checked', async () => {
    const csv =
      'Label;VALUE;label:zh-CN;colour;default;remark\nBerlin;ber;柏林;success;yes;capital\nParis;par;;;;\n';
    expect(dataOf(await send(csv))).toEqual({ total: 2, findings: [] });
    expect(await rows()).toHaveLength(1);
    expect(dataOf(await send(csv, true))).toEqual({ total: 2, findings: [] });
    expect(await rows()).toMatchObject([
      { dictValue: 'osl', dictSort: 7 },
      {
        ...{ dictValue: 'ber', dictLabel: 'Berlin', dictLabels: { 'zh-CN': '柏林' }, dictSort: 8 },
        ...{ listClass: 'success', isDefault: true, remark: 'capital' },
      },
      { dictValue: 'par', dictLabels: {}, dictSort: 9, listClass: null, isDefault: false, remark: null },
    ]);
  });

  it('looks for the dictionary once, however many lines there are', async () => {
    const looks = vi.spyOn(DictTypes.prototype, 'exists');
    const lines = Array.from({ length: 20 }, (_, at) => `look${at},Look ${at}`);
    dataOf(await send(['value,label', ...lines].join('\n'), true));
    expect(looks).toHaveBeenCalledOnce();
    looks.mockRestore();
  });

  it('refuses unknown columns, a missing one, long files and unknown dictionaries', async () => {
    expect(dataOf<Answered>(await send('value,Shoe size\nx,42')).findings).toEqual([
      { line: 1, column: null, code: 'COLUMN_UNKNOWN', value: 'Shoe size' },
      { line: 1, column: 'label', code: 'COLUMN_MISSING', value: 'label' },
    ]);
    const many = ['value,label', ...Array.from({ length: 1_001 }, (_, at) => `v${at},V`)].join('\n');
    expect((await send(many)).body.error).toBe('IMPORT_TOO_LONG');
    expect((await send('value,label\na,A', true, 'nowhere')).body.error).toBe('DICT_TYPE_UNKNOWN');
  });
});
