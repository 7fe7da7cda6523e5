import { HelloPage } from './support/hello-page.ts';
import { Keyboard } from './support/keyboard.ts';
import { LoginPage } from './support/login-page.ts';
import { expect, test } from './support/test.ts';

test.use({ loggedIn: false });
test.beforeAll(({ operator }) => operator.remove('hello'));

test('design 8.4: an application is installed, used and removed by keyboard alone, and one always sees where one is', async ({
  page,
  shell,
  platform,
}) => {
  const keyboard = new Keyboard(page);
  const login = new LoginPage(page);
  const main = page.getByRole('main');

  await page.goto('/market');
  await expect(login.userName).toBeFocused();
  await page.keyboard.type('admin');
  await keyboard.type(login.password, platform.password);
  await page.keyboard.press('Enter');
  await main.getByRole('button', { name: /^Install Hello/ }).waitFor();

  await keyboard.press(page.getByRole('link', { name: 'Skip to the page' }));
  await keyboard.expectWithin(main);
  await keyboard.press(main.getByRole('button', { name: /^Install Hello/ }));
  const installation = shell.dialog(/^Install Hello/);
  await keyboard.expectWithin(installation);
  await keyboard.press(installation.getByRole('button', { name: /^Install Hello/ }));
  await expect(installation.getByText(/^Done: /)).toBeVisible();
  await keyboard.expectWithin(installation);
  await keyboard.press(installation.getByRole('button', { name: 'Open Hello' }));

  const hello = new HelloPage(page);
  await hello.rows.first().waitFor();
  await keyboard.press(page.getByRole('link', { name: 'Skip to the page' }));
  const addItem = main.getByRole('button', { name: 'Add item' });
  await keyboard.press(addItem);
  const form = shell.dialog('Add item');
  await keyboard.expectWithin(form);
  await keyboard.type(form.getByRole('textbox', { name: 'Title' }), 'Written without a mouse');
  await keyboard.press(form.getByRole('button', { name: 'Save' }));
  await expect(hello.row('Written without a mouse')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(addItem).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('installed');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(/installed/i);
  await page.keyboard.press('Enter');
  await keyboard.press(main.getByRole('link', { name: 'Hello', exact: true }));
  await keyboard.press(main.getByRole('button', { name: /^Uninstall/ }));
  const removal = shell.dialog(/^Uninstall/);
  await keyboard.expectWithin(removal);
  await keyboard.press(removal.getByRole('button', { name: /^Uninstall Hello/ }));
  await expect(removal.getByText(/^Done: /)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(removal).toBeHidden();
  await expect(shell.directory('Hello')).toBeHidden();
  await keyboard.expectWithin(main);
});
