// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { PageLoader } from './data-table.ts';
import { exportCsv } from './export-csv.ts';

interface Row {
  name: string;
  size: number | null;
}

const columns = [
  { key: 'name', label: 'Name' },
  { key: 'size', label: 'Size, MB', value: ({ size }: Row) => size },
];
const { signal } = new AbortController();
const loaderOf = (rows: readonly Row[]) =>
  vi.fn<PageLoader<Row>>(async ({ pageNum, pageSize }) => ({
    total: rows.length,
    rows: rows.slice((pageNum - 1) * pageSize, pageNum * pageSize),
  }));
const cutOff = ({ rows, total }: { rows: string; total: string }) => `${rows} of ${total}`;
const csvOf = (rows: readonly Row[]) =>
  exportCsv({ load: loaderOf(rows), columns, filters: {}, sort: undefined, signal, cutOff });

it('quotes where necessary, and leaves missing values empty', async () => {
  const rows = [
    { name: 'say "hi"', size: 1 },
    { name: 'two\nlines', size: null },
  ];
  expect(await csvOf(rows)).toBe('Name,"Size, MB"\r\n"say ""hi""",1\r\n"two\nlines",');
});

it.each(['=1+1', '+cmd', '-cmd', '@sum', '\tx'])(
  'marks %j as text, so that no formula runs',
  async (name) => {
    expect((await csvOf([{ name, size: 0 }])).split('\r\n')[1]).toBe(`'${name},0`);
  },
);

it('leaves negative numbers as numbers', async () => {
  expect((await csvOf([{ name: '-1.5', size: -2 }])).split('\r\n')[1]).toBe('-1.5,-2');
});

it("loads every page in the list's order and with its filters", async () => {
  const load = loaderOf(Array.from({ length: 401 }, (_, index) => ({ name: `n${index}`, size: index })));
  const sort = { column: 'size', direction: 'desc' } as const;
  const csv = await exportCsv({ load, columns, filters: { name: 'n' }, sort, signal, cutOff });
  expect(csv.split('\r\n')).toHaveLength(402);
  expect(load.mock.calls.map(([query]) => query)).toEqual(
    [1, 2, 3].map((pageNum) => ({
      name: 'n',
      pageNum,
      pageSize: 200,
      orderByColumn: 'size',
      isAsc: 'desc',
    })),
  );
});

it('design 12.1-1: stops at 10,000 rows and says so, or earlier when the server runs out of rows', async () => {
  const many = Array.from({ length: 10_100 }, (_, index) => ({ name: 'n', size: index }));
  const lines = (await csvOf(many)).split('\r\n');
  expect(lines).toHaveLength(10_002);
  expect(lines.at(-1)).toBe('10000 of 10100');
  expect((await csvOf(many.slice(0, 10_000))).split('\r\n')).toHaveLength(10_001);
  const load = vi.fn<PageLoader<Row>>(async () => ({ total: 500, rows: [] }));
  await exportCsv({ load, columns, filters: {}, sort: undefined, signal, cutOff });
  expect(load).toHaveBeenCalledOnce();
});
