import { expect, it } from 'vitest';
import { describeColumns } from './columns.ts';

it('describes the columns of each table in one order, by its name in lower case', () => {
  const row = (table_name: string, column_name: string, column_type: string) => ({
    ...{ table_name, column_name, column_type },
  });
  expect([
    ...describeColumns([row('Item', 'b', 'text'), row('kind', 'id', 'bigint'), row('ITEM', 'a', 'bigint')]),
  ]).toEqual([
    ['item', 'a bigint, b text'],
    ['kind', 'id bigint'],
  ]);
});
