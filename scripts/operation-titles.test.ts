import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationTitle, titlesWith } from '../src/features/audit/model/operation-titles.ts';
import { root } from './lib/paths.ts';

/** Titles that the sources of the host give to audited routes; `…` where a part is filled in. */
function auditTitles(): string[] {
  const files = globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/testing/**'] });
  const titles = files.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/\baudit: (['"`])(.+?)\1/g)].map(
      ([, , title = '']) => title,
    ),
  );
  return [...new Set(titles)];
}

it('design 12: each operation that the host writes down has a name in Chinese', () => {
  const titles = auditTitles();
  expect(titles.length).toBeGreaterThan(100);
  const shown = (title: string): string => operationTitle({ title, appCode: null }, 'zh-CN');
  expect(titles.filter((title) => !title.includes('${') && shown(title) === title)).toEqual([]);
  const filledIn = ['Empty the operation log', 'Export users', 'Remove entries of the login log'];
  expect(filledIn.filter((title) => shown(title) === title)).toEqual([]);
  expect(titlesWith('添加用户', 'zh-CN')).toEqual(['Add a user']);
  expect(titlesWith('添加用户', 'en-US')).toEqual([]);
  expect(operationTitle({ title: 'Add a user', appCode: 'crm' }, 'zh-CN')).toBe('Add a user');
});
