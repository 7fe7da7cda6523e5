import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

interface Row {
  name: string | null;
  count: number;
}

const columns = [
  { title: 'Name', value: (row: Row) => row.name },
  { title: 'Count', value: (row: Row) => row.count },
];

it('quotes where necessary and starts with a byte order mark', () => {
  const rows = [
    { name: 'a,b', count: 1 },
    { name: 'say "hi"\nthere', count: -2 },
    { name: null, count: 0 },
  ];
  expect(toCsv(columns, rows).toString()).toBe(
    '\uFEFFName,Count\r\n"a,b",1\r\n"say ""hi""\nthere",-2\r\n,0\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@cmd', '\tx'])('prevents a spreadsheet from running %j', (name) => {
  expect(toCsv(columns, [{ name, count: 1 }]).toString()).toContain(`'${name}`);
});
