import { violationsOf } from './support/accessibility.ts';
import { expectFits, phone } from './support/visual.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';

test('the platform is examined: errors first, each with what to do, in both languages', async ({
  page,
  shell,
}) => {
  await page.goto('/');
  await shell.open('System', 'System check');
  const findings = page.getByRole('list', { name: 'Findings' });
  await expect(findings.getByText(/super administrator admin/)).toBeVisible();
  const passed = page.getByText(/^\d+ checks passed$/);
  await passed.click();
  await expect(page.getByText(/^Node\.js 24\./)).toBeVisible();
  await takePicture(page, 'doctor');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(findings).toBeVisible();
  await page.setViewportSize(phone);
  await expectFits(page);
  await shell.useLanguage('中文');
  await expect(shell.heading).toHaveText('系统检查');
  await expect(page.getByText(/^超级管理员 admin/)).toBeVisible();
});
