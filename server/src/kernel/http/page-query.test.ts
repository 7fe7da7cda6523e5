import { expect, it } from 'vitest';
import { pageFrom } from './page-query.ts';

it('defaults to the first page of 20 rows, without an order', () => {
  expect(pageFrom({})).toEqual({ pageNum: 1, pageSize: 20 });
  expect(pageFrom({ pageNum: '', pageSize: '', orderByColumn: '', isAsc: '' })).toEqual(pageFrom({}));
});

it('accepts 1 to 500 rows and any later page', () => {
  expect(pageFrom({ pageNum: '9007199254740991', pageSize: '500' })).toEqual({
    pageNum: Number.MAX_SAFE_INTEGER,
    pageSize: 500,
  });
  expect(pageFrom({ pageSize: '1' }).pageSize).toBe(1);
});

it.each([
  ['pageSize', '501'],
  ['pageSize', '0'],
  ['pageSize', '1.5'],
  ['pageSize', 'x'],
  ['pageNum', '0'],
  ['pageNum', '-1'],
  ['orderByColumn', 'name;'],
  ['orderByColumn', '1name'],
  ['orderByColumn', ['name', 'id']],
])('refuses %s %s by name', (name, value) => {
  expect(() => pageFrom({ [name]: value })).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      status: 400,
      details: [expect.objectContaining({ path: `querystring/${name}` })],
    }),
  );
});

it('reads the order as asc or true', () => {
  const ascending = (isAsc: string): boolean | undefined => pageFrom({ orderByColumn: 'name', isAsc }).isAsc;
  expect(['asc', 'true', 'desc', 'false'].map(ascending)).toEqual([true, true, false, false]);
});
