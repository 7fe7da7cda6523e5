import { ApiClient } from '@platform/cli';
import { HelloPage } from './support/hello-page.ts';
import { Keyboard } from './support/keyboard.ts';
import { LoginPage } from './support/login-page.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

test.describe('without a session', () => {
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
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
      /installed/i,
    );
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
});

test(
  'design 12: users are imported by keyboard alone, and the focus stays in the drawer',
  LONG,
  async ({ page, shell }) => {
    const keyboard = new Keyboard(page);
    // From the start: a chooser that opens before the browser knows of a listener is lost.
    page.on('filechooser', () => undefined);
    await page.goto('/system/users');
    await keyboard.press(page.getByRole('main').getByRole('button', { name: 'Import' }));
    const drawer = shell.dialog('Import users');
    const field = drawer.getByLabel('Choose a file');
    const choose = async (line: string) => {
      await expect(field).toBeFocused();
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.press('Space');
      const buffer = Buffer.from(`userName,nickName,email\n${line}`);
      await (await chooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    };
    await keyboard.tabTo(field);
    await choose('e2e-keys,Keys,nowhere');
    await expect(drawer.getByRole('status')).toContainText('1 thing is wrong');
    await choose('e2e-keys,Keys,');
    await expect(field).toBeFocused();
    await keyboard.press(drawer.getByRole('button', { name: 'Add users' }));
    const passwords = drawer.getByRole('button', { name: 'Save the passwords' });
    await expect(passwords).toBeFocused();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('passwords.csv');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('main').getByRole('button', { name: 'Import' })).toBeFocused();
  },
);

test(
  'design 8.4: who ends a session by keyboard goes on at the next one',
  LONG,
  async ({ page, operator, platform }) => {
    const password = 'Once-upon-9';
    for (const userName of ['e2e-first', 'e2e-second']) {
      await operator.api.post('/system/user', { userName, nickName: userName, password });
      await new ApiClient(platform.api).login(userName, password);
    }
    const keyboard = new Keyboard(page);
    await page.goto('/system/sessions');
    const first = page.getByRole('row', { name: /e2e-(first|second)/ }).first();
    await keyboard.press(first.getByRole('button', { name: /^End/ }));
    await keyboard.press(page.getByRole('dialog').getByRole('button', { name: 'End the session' }));
    await expect(page.getByText('One session has ended.')).toBeVisible();
    await keyboard.expectWithin(page.getByRole('main').getByRole('table'));
  },
);

test('design 15.3: cards are arranged by keyboard, from “Edit cards” back to it', LONG, async ({ page }) => {
  const keyboard = new Keyboard(page);
  const main = page.getByRole('main');
  await page.goto('/');
  const edit = main.getByRole('button', { name: 'Edit cards' });
  await keyboard.press(edit);
  await expect(edit).toBeFocused();
  await keyboard.press(main.getByRole('button', { name: 'Done' }));
  await expect(main.getByRole('button', { name: 'Done' })).toBeHidden();
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(edit).toHaveAttribute('aria-pressed', 'false');
});
