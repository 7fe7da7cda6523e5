import { expect, test } from './support/test.ts';

test.beforeAll(({ operator }) => operator.ensure('hello', '1.0.0'));

test('the language changes at once, in applications too, and is remembered', async ({ page, shell }) => {
  await page.goto('/hello/items');
  await expect(shell.heading).toHaveText('Hello items');
  await shell.useLanguage('简体中文');
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(shell.heading).not.toHaveText('Hello items');
  await expect(page.getByRole('button', { name: '编辑' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: '编辑' }).first()).toBeVisible();
  await shell.useLanguage('English');
  await expect(shell.heading).toHaveText('Hello items');
});

test('the dark appearance is remembered, from the first paint on', async ({ page, shell }) => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.goto('/market');
  expect(await scheme()).toBe('light');
  await shell.useTheme('Dark');
  await expect.poll(scheme).toBe('dark');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await scheme()).toBe('dark');
});

test('the palette opens a page by the keyboard alone', async ({ page, shell }) => {
  await page.goto('/');
  await expect(shell.heading).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search pages and actions' })).toBeFocused();
  await page.keyboard.type('tasks');
  await expect(page.getByRole('option', { selected: true })).toContainText('Tasks');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/apps/tasks');
  await expect(shell.heading).toHaveText('Tasks');
});
