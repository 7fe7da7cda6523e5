import { HelloPage } from './support/hello-page.ts';
import { LONG } from './support/long.ts';
import { expect, test } from './support/test.ts';

test.beforeAll(async ({ operator }) => {
  await operator.renew('hello');
  await operator.api.post('/hello/item', { title: 'Kept through everything', status: 'open' });
});

test('an application is disabled and enabled, and its menus follow without a page reload', async ({
  page,
  shell,
}) => {
  await page.goto('/apps/installed/hello');
  const loadedAt = await shell.loadedAt();
  await expect(shell.directory('Hello')).toBeVisible();
  await page.getByRole('button', { name: 'Disable' }).click();
  await shell.dialog('Disable Hello?').getByRole('button', { name: 'Disable Hello' }).click();
  await expect(shell.directory('Hello')).toBeHidden();
  await expect(page.getByRole('main').getByText('Disabled', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Enable' }).click();
  await shell.dialog('Enable Hello?').getByRole('button', { name: 'Enable Hello' }).click();
  await shell.open('Hello', 'Items');
  await expect(new HelloPage(page).row('Kept through everything')).toBeVisible();
  expect(await shell.loadedAt()).toBe(loadedAt);
});

test(
  'findings: interface 11: a page of a disabled application says so, and leads to where it is enabled',
  LONG,
  async ({ page, shell, operator }) => {
    const { installId } = (await operator.find('hello'))!;
    await operator.api.post(`/app/install/${installId}/disable`);
    await page.goto('/hello/items');
    await expect(shell.heading).toHaveText('Hello is disabled');
    await page.goto('/market/hello');
    await page.getByRole('link', { name: 'Enable it under Installed' }).click();
    await expect(page).toHaveURL(/\/apps\/installed\/hello$/);
    await page.goto('/hello/items');
    await page.getByRole('button', { name: 'Enable Hello under Installed' }).click();
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await shell.dialog('Enable Hello?').getByRole('button', { name: 'Enable Hello' }).click();
    await expect(shell.directory('Hello')).toBeVisible();
    await page.goto('/nowhere/at/all');
    await expect(shell.heading).toHaveText('There is no such page');
  },
);

test('uninstalling says what is lost; data that is kept is there after a new installation', async ({
  page,
  shell,
  operator,
}) => {
  await page.goto('/apps/installed/hello');
  await page.getByRole('button', { name: 'Uninstall' }).click();
  const panel = shell.dialog('Uninstall Hello');
  await panel.getByRole('radio', { name: /Delete the data/ }).check();
  // design 15.5: counted tiles that open, the rows of each table, no word of scripts that do not
  // run
  await expect(panel.getByRole('row', { name: /hello_item \d+ rows?/ })).toBeVisible();
  await panel.getByRole('button', { name: /^\d+ tables?, removed$/ }).click();
  await expect(panel.getByRole('list', { name: /^tables?, removed$/ })).toContainText('hello_item');
  await expect(panel.getByText('cannot be undone')).toBeHidden();
  const final = panel.getByRole('button', { name: 'Uninstall Hello and delete its data' });
  await expect(final).toBeDisabled();
  await panel.getByRole('textbox').fill('hello');
  await expect(final).toBeEnabled();

  await panel.getByRole('radio', { name: /Keep the data/ }).check();
  await panel.getByRole('button', { name: 'Uninstall Hello' }).click();
  await expect(panel.getByText(/^Done: /)).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(shell.directory('Hello')).toBeHidden();
  await expect(shell.heading).toHaveText('hello is not installed');

  await operator.ensure('hello', '1.0.0');
  const hello = new HelloPage(page);
  await hello.open();
  await expect(hello.row('Kept through everything')).toBeVisible();
});
