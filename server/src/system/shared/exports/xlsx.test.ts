import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { toXlsx } from './xlsx.ts';

interface Row {
  readonly name: string | null;
  readonly count: number;
}

const columns = [
  { title: 'Name', value: (row: Row) => row.name },
  { title: 'Count', value: (row: Row) => row.count },
];

async function* inBatches(count: number, size: number): AsyncGenerator<readonly Row[]> {
  for (let from = 1; from <= count; from += size) {
    const ids = Array.from({ length: Math.min(size, count - from + 1) }, (_none, at) => from + at);
    yield ids.map((id) => ({ name: `n${id}`, count: id }));
  }
}

async function cellsOf(batches: AsyncIterable<readonly Row[]>, most?: number) {
  const { sheets } = await readXlsx(await buffer(toXlsx(columns, batches, most)));
  return sheets[0]?.rows;
}

it('writes texts as texts and numbers as numbers, with a head', async () => {
  const rows: Row[] = [
    { name: '=HYPERLINK("http://x")', count: -1.5 },
    { name: '+1\n<&>', count: 2 },
    { name: null, count: 3 },
  ];
  const batches = (async function* () {
    yield rows;
  })();
  const bytes = await buffer(toXlsx(columns, batches));
  const { sheets } = await readXlsx(bytes);
  const [sheet] = sheets;
  expect(sheet?.rows).toEqual([
    ['Name', 'Count'],
    ['=HYPERLINK("http://x")', -1.5],
    ['+1\n<&>', 2],
    [null, 3],
  ]);
  const formulas = [...(sheet?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined);
  expect(formulas).toEqual([]);
});

it.each([
  ['is full', 6, undefined],
  ['has room', 5, undefined],
  ['is too small', 7, 'Export as CSV'],
])('design 12.1-1: says in the last row what is cut off, where the sheet %s', async (_how, count, note) => {
  const cells = (await cellsOf(inBatches(count, 4), 6)) ?? [];
  const last = cells.at(-1)?.[0];
  expect(cells).toHaveLength(1 + Math.min(count, 6));
  expect(last).toEqual(note === undefined ? `n${count}` : expect.stringContaining(note));
});
