import { MARK } from '@platform/mapper';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestContext } from '../../../kernel/index.ts';
import type { SqlDatabase } from '../../sql-database.ts';
import { openTestDatabase } from '../../testing/open.ts';

let database: SqlDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
  await database.executeScript(`
    create table shop_line (id integer, kind integer, price decimal(15, 2), weight double, amount bigint);
    create table shop_other (id integer, price integer);`);
});
afterAll(() => database.close());
beforeEach(async () => void (await database.raw('delete from shop_line')));

const rows = (text: string, ...values: unknown[]): Promise<Array<Record<string, unknown>>> =>
  requestContext.run(
    { requestId: 'test', tenantId: 'a', user: undefined },
    async () => (await database.statement(text.replaceAll('?', MARK), values)).rows,
  );
const one = async (text: string): Promise<unknown> => Object.values((await rows(text))[0] ?? {})[0];
const fill = async (prices: ReadonlyArray<string | null>): Promise<void> => {
  for (const [id, price] of prices.entries()) {
    await database.raw('insert into shop_line (id, kind, price) values (?, ?, ?)', [id, id % 2, price]);
  }
};
const text = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '');
  return (cents < 0n ? '-' : '') + decimal;
};

it('findings: applications 5: decimals are summed exactly, compared with BigInt', async () => {
  const cents = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 30 }), async (values) => {
      await database.raw('delete from shop_line');
      await fill(values.map(text));
      expect(String(await one('select sum(price) as total from shop_line'))).toBe(
        text(values.reduce((sum, value) => sum + value, 0n)),
      );
    }),
    { numRuns: 60 },
  );
});

it('exactly in the reported case, in expressions, groups, windows and averages', async () => {
  await fill(['10000000000.10', '100.19', '0.10', '0.20', null]);
  expect(await one('select sum(price) as total from shop_line')).toBe('10000000100.59');
  expect(await one('select sum(l.price) as total from shop_line l where l.id in (2, 3)')).toBe('0.3');
  expect(await one('select sum(price * 3) as total from shop_line where id = 2')).toBe('0.3');
  expect(await one('select sum(case when id > 1 then price else 0 end) as total from shop_line')).toBe('0.3');
  expect(await one('select avg(price) as mean from shop_line where id in (2, 3)')).toBe('0.15');
  expect(await one('select sum(price) as total from shop_line where id > 9')).toBeNull();
  expect(
    await rows(
      'select kind, sum(price) as total from shop_line group by kind having sum(price) > 50 order by total',
    ),
  ).toEqual([
    { kind: 1, total: '100.39' },
    { kind: 0, total: '10000000000.2' },
  ]);
  expect(
    await rows(
      'select id, sum(price) over (order by id rows 1 preceding) as two from shop_line where id in (1, 2, 3) order by id',
    ),
  ).toEqual([
    { id: 1, two: '100.19' },
    { id: 2, two: '100.29' },
    { id: 3, two: '0.3' },
  ]);
});

it('leaves sums of other columns unchanged', async () => {
  await database.raw('insert into shop_line (id, amount, weight) values (1, 2, 0.5), (2, 3, 0.25)');
  expect(await rows('select sum(amount) as amount, sum(weight) as weight from shop_line')).toEqual([
    { amount: 5, weight: '0.75' },
  ]);
  await database.raw('insert into shop_other values (1, 2), (2, 3)');
  expect(await one('select sum(price) as total from shop_other')).toBe(5);
});
