// @vitest-environment node
import { expect, it } from 'vitest';
import { cronWords } from './cron-words.ts';

it.each([
  ['*/5 * * * *', '每隔 5 分钟'],
  ['0 * * * *', '每小时'],
  ['0 3 * * *', '每天 03:00'],
  ['30 8,18 * * 1-5', '星期一至星期五 08:30 和 18:30'],
  ['0 3 1 * *', '每月 1 号 03:00'],
])('says %s in Chinese with days before times', (cron, words) =>
  expect(cronWords(cron, 'zh-CN')).toBe(words),
);

it('says it in English otherwise, and nothing of what is no expression', () => {
  expect(cronWords('0 3 * * *', 'en-US')).toBe('At 03:00, every day');
  expect(cronWords('often', 'zh-CN')).toBeUndefined();
});
