import { violationsOf } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

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

test('the palette opens a page by the keyboard alone', LONG, async ({ page, shell }) => {
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

test(
  'design 15.7: favourites and pinned tabs follow the person, and a key shows the page alone',
  LONG,
  async ({ page, shell }) => {
    const saved = () =>
      page.waitForResponse((response) => response.url().endsWith('/user/preferences') && response.ok());
    const tabs = page.getByRole('navigation', { name: 'Open pages' });
    await page.goto('/apps/tasks');
    await expect(shell.heading).toHaveText('Tasks');
    await Promise.all([saved(), page.keyboard.press('Alt+Shift+S')]);
    await expect(shell.directory('Favourites')).toHaveAttribute('aria-expanded', 'true');
    await tabs.getByRole('button', { name: 'Actions for open pages' }).click();
    await Promise.all([saved(), page.getByRole('menuitem', { name: 'Pin', exact: true }).click()]);

    await page.evaluate(() => {
      localStorage.removeItem('platform.preferences');
      sessionStorage.clear();
    });
    await page.goto('/market');
    await expect(tabs.getByRole('button', { name: 'Unpin Tasks' })).toBeVisible();
    await expect(shell.directory('Favourites')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('main').focus();
    await page.keyboard.press('Alt+Shift+F');
    await expect(shell.menu).toBeHidden();
    await expect(tabs).toBeHidden();
    await expect(shell.heading).toHaveText('Marketplace');
    await page.keyboard.press('Escape');
    await expect(shell.menu).toBeVisible();
  },
);

test(
  'design 15.7: a locked shell shows nothing until the own password is entered',
  LONG,
  async ({ page, shell, platform }) => {
    await page.goto('/apps/tasks?status=failed');
    await expect(shell.heading).toHaveText('Tasks');
    await page.keyboard.press('Alt+Shift+L');
    const question = shell.dialog('Locked');
    await expect(question).toBeVisible();
    for (const again of [() => page.reload(), () => page.goto('/market')]) {
      await again();
      await expect(question).toBeVisible();
      await expect(page.locator('body')).not.toContainText(/Tasks|Marketplace/);
    }
    expect(await violationsOf(page)).toEqual([]);
    await question.getByLabel(/^Password of/).fill(platform.password);
    await page.keyboard.press('Enter');
    await expect(shell.heading).toHaveText('Marketplace');
    await expect(shell.menu).toBeVisible();
  },
);
