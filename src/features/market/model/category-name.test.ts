// @vitest-environment node
import { expect, it } from 'vitest';
import { categoryName } from './category-name.ts';

it('says the category of the samples in Chinese, and any other as its publisher does', () => {
  expect(categoryName('Samples', 'zh-CN')).toBe('示例');
  expect(categoryName('Samples', 'en-US')).toBe('Samples');
  expect(categoryName('constructor', 'zh-CN')).toBe('constructor');
});
