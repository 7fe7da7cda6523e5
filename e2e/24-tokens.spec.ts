import type { Page } from '@playwright/test';
import { violationsOf } from './support/accessibility.ts';
import { Keyboard } from './support/keyboard.ts';
import { LoginPage } from './support/login-page.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { expectFits, phone, settle } from './support/visual.ts';
import { LONG } from './support/long.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Tokens for scripts' });

test('a token for scripts is created, used and revoked in the account', async ({
  page,
  platform,
  problems,
  shell,
}) => {
  problems.provoke(/status of 403.*profile\/tokens/);
  const ask = async (path: string, token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${platform.api}${path}`, { headers })).status;
  };
  await page.goto('/system/account');
  const tokens = section(page);
  await expect(tokens).toContainText('You have no token');
  expect(await violationsOf(page)).toEqual([]);
  await tokens.getByRole('button', { name: 'Create a token' }).click();

  const form = shell.dialog('Create a token');
  const create = form.getByRole('button', { name: 'Create a token' });
  await form.getByRole('textbox', { name: 'Name' }).fill('nightly');
  await expect(form.getByRole('radio', { name: '90 days' })).toBeChecked();
  await create.click();
  await expect(form).toContainText('Select what the script may do.');
  const everything = form.getByRole('checkbox', { name: 'Everything that you may do' });
  const dictionaries = form.getByRole('checkbox', { name: 'system:dict:list' });
  await everything.check();
  await expect(dictionaries).toBeDisabled();
  await everything.uncheck();
  const search = form.getByRole('searchbox', { name: 'Search permissions' });
  await search.fill('system:dict');
  await form.getByRole('button', { name: 'Select all' }).click();
  await expect(dictionaries).toBeChecked();
  // An entry that the search no longer shows stays chosen until it is taken.
  await search.press('Enter');
  await search.fill('no-such-permission');
  await expect(form).toContainText('No permission matches.');
  await search.fill('');
  await form.getByRole('button', { name: 'Select none' }).click();
  await expect(form.getByRole('status')).toContainText(/^\s*0 of \d+ selected/);
  await dictionaries.check();
  await expect(form.getByRole('status')).toContainText(/^\s*1 of \d+ selected/);
  expect(await violationsOf(page)).toEqual([]);
  await takePicture(page, 'create');

  // As for a session that is older than a quarter of an hour.
  const refusal = { code: 403, msg: 'This needs your password again.', error: 'PROOF_NEEDED' };
  await page.route(
    '**/system/user/profile/tokens',
    (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 403, json: refusal }) : route.continue(),
    { times: 1 },
  );
  await create.click();
  const question = shell.dialog('Confirm that it is you');
  await question.getByLabel(/^Password of/).fill(platform.password);
  await question.getByRole('button', { name: 'Confirm' }).click();

  const issued = shell.dialog('The token nightly');
  await expect(issued).toContainText('PLATFORM_TOKEN');
  const token = await issued.getByText(/^pt_[\w-]{43}$/).innerText();
  await page.keyboard.press('Escape');
  await expect(issued, 'stays until the token is copied').toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await takePicture(page, 'issued');
  await issued.getByRole('button', { name: 'Copy token' }).click();
  await expect(issued.getByRole('button', { name: 'Copied' })).toBeVisible();
  await issued.getByRole('button', { name: 'Done' }).click();
  await expect(issued).toBeHidden();
  await expect(tokens).toContainText('Not used yet');
  await expect(page.getByText(token)).toHaveCount(0);

  expect(await ask('/system/dict/type/list', token)).toBe(200);
  expect(await ask('/system/user/list', token)).toBe(403);
  await tokens.getByText('One permission').click();
  await expect(tokens.getByText('system:dict:list')).toBeVisible();

  await page.setViewportSize(phone);
  await settle(page);
  await expectFits(page);
  expect(await violationsOf(page)).toEqual([]);
  await takePicture(page, 'phone');
  await new Keyboard(page).press(tokens.getByRole('button', { name: 'Revoke: nightly' }));
  const sure = shell.dialog('Revoke the token nightly?');
  await sure.getByRole('button', { name: 'Revoke the token' }).click();
  await expect(tokens).toContainText('You have no token');
  expect(await ask('/system/dict/type/list', token)).toBe(401);
});

test.describe('a session of a browser', () => {
  // Another session than the one that the tests share, which was not begun by a browser.
  test.use({ loggedIn: false });

  test(
    'is named by browser and system, with the whole user agent as its title',
    LONG,
    async ({ page, platform }) => {
      await page.goto('/system/account');
      await new LoginPage(page).login('admin', platform.password);
      const own = page
        .getByRole('region', { name: 'Sessions' })
        .getByRole('listitem')
        .filter({ hasText: 'this one' });
      const agent = await page.evaluate(() => navigator.userAgent);
      await expect(own.getByTitle(agent, { exact: true })).toHaveText(/^Chrome on (Windows|Linux|macOS)$/);
    },
  );
});
