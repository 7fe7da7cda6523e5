import { expect, it } from 'vitest';
import { weigh } from './size-budget.ts';

const sizes = { 'index.js': { bytes: 2_500, gzip: 1_200 }, 'list-1.js': { bytes: 40_000, gzip: 11_000 } };

it('compares a build with its budget', () => {
  expect(weigh(sizes, { entry: 1_200, total: 12_200 })).toEqual({
    report: '2 files, 42.5 kB, compressed 12.2 kB of 12.2 kB planned',
    excess: [],
  });
  expect(weigh(sizes, { entry: 1_000, total: 12_000 }).excess).toEqual([
    'index.js: 1.2 kB compressed, 1.0 kB are planned',
    'all files: 12.2 kB compressed, 12.0 kB are planned',
  ]);
});
