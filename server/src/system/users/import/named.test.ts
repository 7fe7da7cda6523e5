import { expect, it } from 'vitest';
import { Named } from './named.ts';

const records = new Named([
  { id: 1, key: 'head', name: 'Head of sales' },
  { id: 2, key: 'a', name: 'Twin' },
  { id: 3, key: 'b', name: 'Twin' },
  { id: 4, key: 'Twins', name: 'x' },
  { id: 5, key: 'c', name: 'Twins' },
  { id: 6, key: 'd', name: 'Twins' },
]);

it('a key comes before a name, and one name of several records is ambiguous', () => {
  expect(['head', 'Head of sales', 'Twin', 'Twins', 'none'].map((word) => records.idOf(word))).toEqual([
    ...[1, 1, undefined, 4, undefined],
  ]);
  expect(['head', 'Twin', 'Twins', 'none'].map((word) => records.isAmbiguous(word))).toEqual([
    ...[false, true, false, false],
  ]);
});

it('words are separated by commas and the like, or by spaces where no name has them', () => {
  expect(records.wordsOf(' Head of sales；b|b, c  a\n')).toEqual(['Head of sales', 'b', 'c', 'a']);
});
