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

const csvOf = async (rows: readonly Row[]): Promise<string> => {
  const batches = (async function* () {
    yield rows;
  })();
  return (await toCsv(columns, batches).toArray()).join('');
};

it('quotes where necessary and starts with a byte order mark', async () => {
  const rows = [
    { name: 'a,b', count: 1 },
    { name: 'say "hi"\nthere', count: -2 },
    { name: null, count: 0 },
  ];
  expect(await csvOf(rows)).toBe('\uFEFFName,Count\r\n"a,b",1\r\n"say ""hi""\nthere",-2\r\n,0\r\n');
});

it.each(['=1+1', '+1', '-1', '@cmd', '\tx'])('prevents a spreadsheet from running %j', async (name) => {
  expect(await csvOf([{ name, count: 1 }])).toContain(`'${name}`);
});
