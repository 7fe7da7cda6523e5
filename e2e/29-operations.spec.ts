import { violationsOf } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';
import { overflow, phone, settle } from './support/visual.ts';

test('who changed what is two clicks away, with before and after', async ({ page, shell, operator }) => {
  const user = { userName: 'grace', nickName: 'Grace', password: 'quite-a-secret-7' };
  const { userId } = await operator.api.post<{ userId: number }>('/system/user', user);
  await operator.api.put('/system/user', { userId, nickName: 'Grace H.' });
  await page.goto('/');
  await shell.open('System', 'Operation log');
  const row = page.getByRole('row', { name: /Change a user/ });
  await expect(row).toContainText('admin');
  await settle(page);
  await page.screenshot({ path: 'e2e/screenshots/operations.png' });
  expect(await violationsOf(page)).toEqual([]);

  await row.click();
  const entry = shell.dialog('Change a user');
  await expect(entry.getByRole('row', { name: 'nickName Grace Grace H.' })).toBeVisible();
  await settle(page);
  await page.screenshot({ path: 'e2e/screenshots/operations-entry.png' });
  expect(await violationsOf(page)).toEqual([]);
  await entry.getByRole('link', { name: 'Lines in the log' }).click();
  await expect(page).toHaveURL(/\/system\/logs\?requestId=/);

  await shell.link('Login log').click();
  await expect(page.getByRole('row', { name: /admin/ }).first()).toContainText('Login');
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  await page.screenshot({ path: 'e2e/screenshots/logins-dark.png' });
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize(phone);
  await settle(page);
  await page.screenshot({ path: 'e2e/screenshots/logins-phone.png' });
  expect(await overflow(page)).toBe(0);
});
