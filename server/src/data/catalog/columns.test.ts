import { expect, it } from 'vitest';
import { columnsByTable } from './columns.ts';

it('groups columns by tables in one order, all names in lower case', () => {
  const row = (table_name: string, column_name: string, column_type: string) => ({
    ...{ table_name, column_name, column_type },
  });
  expect([
    ...columnsByTable([row('Item', 'B', 'text'), row('kind', 'id', 'bigint'), row('ITEM', 'a', 'bigint')]),
  ]).toEqual([
    ['item', new Map(Object.entries({ a: 'bigint', b: 'text' }))],
    ['kind', new Map([['id', 'bigint']])],
  ]);
});
