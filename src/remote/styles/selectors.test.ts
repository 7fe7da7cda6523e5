// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { isVueScoped, splitSelectors } from './selectors.ts';

describe('design 9.6-35: a rule is scoped when the attribute is on the subject', () => {
  it.each([
    ['.a[data-v-1a2b]', true],
    ['.a .b[data-v-1a2b]:hover', true],
    ['.a[data-v-1], .b > .c[data-v-1]::before', true],
    ['.a[data-v-1a2b] .b', false],
    ['.a[data-v-1], .b', false],
    ['.a:not([data-v-1])', false],
    ['*', false],
    ['.el-button', false],
    ['.a[title="x, y[data-v-1]"] .b', false],
  ])('%s', (list, scoped) => {
    expect(isVueScoped(list)).toBe(scoped);
  });

  it('splits lists at top-level commas only', () => {
    expect(splitSelectors('.a:is(.b, .c), [x="1,2"], .d\\,e')).toEqual([
      '.a:is(.b, .c)',
      '[x="1,2"]',
      '.d\\,e',
    ]);
  });
});
