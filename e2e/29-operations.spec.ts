import { ApiClient } from '@platform/cli';
import { violationsOf } from './support/accessibility.ts';
import { expectNotice } from './support/notices.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { expectFits, phone, settle } from './support/visual.ts';
import { LONG } from './support/long.ts';

test('who changed what is two clicks away, with before and after', async ({ page, shell, operator }) => {
  const user = { userName: 'grace', nickName: 'Grace', password: 'quite-a-secret-7' };
  const { userId } = await operator.api.post<{ userId: number }>('/system/user', user);
  await operator.api.put('/system/user', { userId, nickName: 'Grace H.' });
  await page.goto('/');
  await shell.open('Security', 'Operation log');
  const row = page.getByRole('row', { name: /Change a user/ });
  await expect(row).toContainText('admin');
  await settle(page);
  const heights = await page
    .locator('.data-table__filters .search-field, .data-table__filters .el-select')
    .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().top));
  expect(new Set(heights).size).toBe(1);
  await takePicture(page, 'operations');
  expect(await violationsOf(page)).toEqual([]);

  await row.click();
  const entry = shell.dialog('Change a user');
  await expect(entry.getByRole('row', { name: 'nickName Grace Grace H.' })).toBeVisible();
  await settle(page);
  await takePicture(page, 'operations-entry');
  expect(await violationsOf(page)).toEqual([]);
  await entry.getByRole('link', { name: 'Lines in the log' }).click();
  await expect(page).toHaveURL(/\/system\/logs\?requestId=/);

  await shell.link('Login log').click();
  await expect(page.getByRole('row', { name: /admin/ }).first()).toContainText('Login');
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  await takePicture(page, 'logins-dark');
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize(phone);
  await settle(page);
  await takePicture(page, 'logins-phone');
  await expectFits(page);
});

test(
  'a session is ended from the list, the own one is not offered',
  LONG,
  async ({ page, shell, platform, operator }) => {
    const user = { userName: 'wanda', nickName: 'Wanda', password: 'quite-a-secret-7' };
    await operator.api.post('/system/user', user);
    await new ApiClient(platform.api).login(user.userName, user.password);
    await page.goto('/');
    await shell.open('People', 'Sessions');
    const own = page.getByRole('row').filter({ hasText: 'This one' });
    await expect(own).toHaveCount(1);
    await expect(own.getByRole('button', { name: /^End:? ?/, exact: false })).toHaveCount(0);
    const other = page.getByRole('row', { name: /wanda/ });
    await other.getByRole('button', { name: /^End/ }).click();
    await settle(page);
    await takePicture(page, 'sessions');
    await shell.dialog('End the session of wanda?').getByRole('button', { name: 'End the session' }).click();
    await expect(other).toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);

    await shell.open('System', 'Messages');
    await expect(page.getByRole('row', { name: /platform\.notices/ })).toContainText('The platform');
    expect(await violationsOf(page)).toEqual([]);
    await settle(page);
    await takePicture(page, 'messages');
  },
);

test('a file is uploaded, looked at, published and removed; storages are tested', async ({ page, shell }) => {
  await page.goto('/');
  await shell.open('Content', 'Files');
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a line to be read') });
  const row = page.getByRole('row', { name: /note\.txt/ });
  await expect(row).toContainText('Private');
  await row.click();
  const drawer = shell.dialog('note.txt');
  await expect(drawer.getByText('a line to be read')).toBeVisible();
  await settle(page);
  await takePicture(page, 'files-drawer');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await settle(page);
  await takePicture(page, 'files');
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await shell.dialog('Publish note.txt?').getByRole('button', { name: 'Publish' }).click();
  await expect(row).toContainText('Public');

  await shell.link('File storages').click();
  const storage = page.getByRole('row', { name: /Takes new files/ });
  await storage.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Test' }).click();
  await shell
    .dialog(/^Test the storage/)
    .getByRole('button', { name: 'Test now' })
    .click();
  await expectNotice(page, /can be used\./);
  await takePicture(page, 'storages');
  await page.getByRole('button', { name: 'Add a storage' }).click();
  await settle(page);
  await takePicture(page, 'storage-form');
  expect(await violationsOf(page)).toEqual([]);
});

test('a notice is written as a draft, and published', LONG, async ({ page, shell }) => {
  await page.goto('/');
  await shell.open('Content', 'Notices');
  await page.getByRole('button', { name: 'Write a notice' }).first().click();
  const form = shell.dialog('Write a notice');
  await form.getByRole('textbox', { name: 'Title' }).fill('Maintenance tonight');
  await form.getByRole('switch', { name: 'Published' }).press('Space');
  await settle(page);
  await takePicture(page, 'notice-form');
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /Maintenance tonight/ });
  await expect(row).toContainText('Draft');
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await shell.dialog('Publish Maintenance tonight?').getByRole('button', { name: 'Publish' }).click();
  await expect(row).toContainText('Published');
  expect(await violationsOf(page)).toEqual([]);
});

test('parts of a page keep their shape in a grid and in a form', async ({ page, operator }) => {
  const user = { userName: 'twice', nickName: 'Twice', password: 'quite-a-secret-7' };
  await operator.api.post('/system/user', user);
  await expect(operator.api.post('/system/user', user)).rejects.toThrow();
  await page.goto('/system/operation-log');
  const row = page.getByRole('row', { name: /Failed/ }).filter({ hasText: 'Add a user' });
  await expect(row).toContainText(/already/);
  const pill = await row.locator('.state-tag').boundingBox();
  expect(pill?.width, 'width of a pill').toBeLessThan(90);

  await page.goto('/system/notices');
  await page.getByRole('button', { name: 'Write a notice' }).first().click();
  const views = page.getByRole('dialog').getByRole('group').filter({ hasText: 'Preview' });
  await expect(views).toBeVisible();
  const hidden = await views.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden, 'pixels that scroll').toBe(0);
});
