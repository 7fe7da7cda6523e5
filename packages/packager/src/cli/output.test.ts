import { expect, test } from 'vitest';
import { formatDuration } from './output.ts';

test.each([
  [0.4, '0 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [1_260, '1.3 s'],
])('%d milliseconds are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
