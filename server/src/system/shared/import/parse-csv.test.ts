import { expect, it } from 'vitest';
import { toCsv } from '../exports/csv.ts';
import { parseCsv } from './parse-csv.ts';

it('reads quotes, line breaks in fields, and says where a record begins', () => {
  const text = '\uFEFFname,remark\r\nann,"a ""b"",\nc"\r\n\r\nbob,\'=1\n';
  expect(parseCsv(text)).toEqual([
    { line: 1, fields: ['name', 'remark'] },
    { line: 2, fields: ['ann', 'a "b",\nc'] },
    { line: 5, fields: ['bob', '=1'] },
  ]);
});

it('reads semicolons, tabs, and nothing of nothing', () => {
  expect(parseCsv('a\tb\n1,5\t2')[1]?.fields).toEqual(['1,5', '2']);
  expect(parseCsv('a;b\n1;2')[1]?.fields).toEqual(['1', '2']);
  expect(parseCsv('\n \n')).toEqual([]);
});

it.each(['=1+1', '+1', '-1', '@cmd', '\tx', '\rx'])('reads %j as an export has written it', async (text) => {
  const rows = async function* () {
    yield [text];
  };
  const csv = (await toCsv([{ title: 'name', value: (value: string) => value }], rows()).toArray()).join('');
  expect(parseCsv(csv)[1]?.fields).toEqual([text]);
});
