import { HelloPage } from './support/hello-page.ts';
import { expectNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

test.beforeEach(({ operator }) => operator.renew('hello'));

test('an item is added, after what is missing was named, and is there after a reload', async ({ page }) => {
  const hello = new HelloPage(page);
  await hello.open();
  const form = await hello.add();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Give the item a title.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Title' }).fill('Water the plants');
  await form.getByRole('textbox', { name: 'Remark' }).fill('All of them');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(hello.row('Water the plants')).toContainText('All of them');
  await page.reload();
  await expect(hello.row('Water the plants')).toContainText('Open');
});

test('an item is edited, and is as edited after a reload', LONG, async ({ page }) => {
  const hello = new HelloPage(page);
  await hello.open();
  await hello.row('Read the getting started guide').getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit item' });
  await expect(form.getByRole('textbox', { name: 'Remark' })).toHaveValue('It takes ten minutes.');
  await form.getByText('Done', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Title' }).fill('Guide read');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(hello.row('Guide read')).toContainText('Done');
  await page.reload();
  await expect(hello.row('Guide read')).toContainText('Done');
});

test('an item is deleted only after confirmation', LONG, async ({ page }) => {
  const hello = new HelloPage(page);
  await hello.open();
  const title = 'Install the hello application';
  const question = page.getByRole('dialog', { name: `Delete “${title}”?` });
  await hello.remove(title);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(hello.row(title)).toBeVisible();
  await hello.remove(title);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(hello.row(title)).toBeHidden();
  await page.reload();
  await expect(hello.rows).toHaveCount(1);
});

test('items are searched and paged through', LONG, async ({ page, operator }) => {
  for (let number = 1; number <= 22; number++)
    await operator.api.post('/hello/item', { title: `Errand ${number}`, status: 'open' });
  const hello = new HelloPage(page);
  await hello.open();
  await expect(hello.rows).toHaveCount(20);
  await expect(page.getByText('1–20 of 24')).toBeVisible();
  await page.getByRole('button', { name: /next page/i }).click();
  await expect(hello.rows).toHaveCount(4);
  await hello.find('Errand 1');
  await expect(hello.rows).toHaveCount(11);
  await expect(page).toHaveURL(/title=Errand/);
  await expect(hello.row('Errand 12')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(hello.rows).toHaveCount(20);
});

test('the demo view calls the host', async ({ page, problems }) => {
  problems.provoke(/status of 404.*oss-url/);
  await page.goto('/hello/demo');
  await expect(page.getByRole('heading', { name: 'Host services' })).toBeVisible();
  for (const button of await page.getByRole('button', { name: 'Call' }).all()) await button.click();
  await expect(page.getByText('Not called yet.')).toHaveCount(0);
  await expect(page.getByText(/"userName": "admin"/)).toBeVisible();
});

test(
  'a command of the palette opens the form of an item from another page',
  LONG,
  async ({ page, shell }) => {
    await new HelloPage(page).open();
    await shell.link('Dashboard').click();
    await expect(shell.heading).not.toHaveText('Hello items');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Search pages and actions' })).toBeFocused();
    await page.keyboard.type('Add item');
    await expect(page.getByRole('option', { selected: true })).toContainText('Add item');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/hello\/items$/);
    await expect(page.getByRole('dialog', { name: 'Add item' })).toBeVisible();
  },
);

test('a member that is added is greeted by hello', async ({ page, shell, operator }) => {
  await operator.renew('member');
  await new HelloPage(page).open();
  await shell.open('Members', 'Members');
  await page.getByRole('button', { name: 'Add member' }).click();
  const form = page.getByRole('dialog', { name: 'Add member' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Katherine');
  await form.getByRole('textbox', { name: 'Phone' }).fill('+1 757 555 0100');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, 'Say hello to Katherine!');
});
