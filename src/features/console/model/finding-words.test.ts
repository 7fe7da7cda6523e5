import { expect, it } from 'vitest';
import { loadChineseWords } from '@/shared/feedback/words/chinese-words.ts';
import { findingWords } from './finding-words.ts';

const finding = {
  code: 'ENTRY_OUTSIDE_LAYOUT',
  message: '"a.txt" is not part of a package.',
  fix: 'Remove it.',
};

it('a finding is said in Chinese, with the values that the inspector names', () => {
  const { problem, remedy, details } = findingWords(finding, 'zh-CN');
  expect(problem).toBe('文件不属于安装包的结构。');
  expect(remedy).toMatch(/^根目录只能有 app\.json/);
  expect(details).toBe('"a.txt" is not part of a package.');
});

it('a finding is said in the words of the inspector in English, and where the code is unknown', () => {
  const own = { problem: finding.message, remedy: 'Remove it.', details: undefined };
  expect(findingWords(finding, 'en-US')).toEqual(own);
  expect(findingWords({ ...finding, code: 'NEWER' }, 'zh-CN')).toEqual(own);
});

it('a finding whose sentence is known is said in full, without English behind it', async () => {
  await loadChineseWords();
  const message = 'The frontend was built as 1.0.0, but the manifest says 1.1.0.';
  const words = findingWords({ code: 'FRONTEND_VERSION_MISMATCH', message, fix: '' }, 'zh-CN');
  expect(words.problem).toBe('前端是以 1.0.0 构建的，而清单写的是 1.1.0。');
  expect(words.details).toBeUndefined();
});

it.each([
  [
    'MANIFEST_CODE_RESERVED',
    '/code: "system" is the first segment of a path of the host.',
    '“system”是主机路径的第一段。',
  ],
  [
    'MENU_KEY_PREFIX',
    '/menus/0/key: key "x:a" does not start with "hello:".',
    '菜单标识“x:a”没有以“hello:”开头。',
  ],
  [
    'MIGRATION_FOREIGN_TABLE',
    'migrations/01.sql, line 3: it changes mall_order, which does not belong to the application.',
    '脚本修改了不属于应用的表 mall_order。',
  ],
])('a finding of a bad package has no English behind it: %s', async (code, message, chinese) => {
  await loadChineseWords();
  const { problem, details } = findingWords({ code, message, fix: '' }, 'zh-CN');
  expect([problem, details]).toEqual([chinese, undefined]);
});
