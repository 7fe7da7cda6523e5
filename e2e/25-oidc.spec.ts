import type { Page } from '@playwright/test';
import { violationsOf } from './support/accessibility.ts';
import { signIn, startWithProviders } from './support/identity.ts';
import { LoginPage } from './support/login-page.ts';
import { expectNotice } from './support/notices.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test as shellTest, type WorkerFixtures } from './support/test.ts';
import { expectFits, phone, settle } from './support/visual.ts';
import { LONG } from './support/long.ts';

const test = shellTest.extend<object, Pick<WorkerFixtures, 'platform'>>({
  platform: [
    async ({ browserName: _ }, use) => {
      const { platform, stop } = await startWithProviders();
      await use(platform);
      await stop();
    },
    { scope: 'worker' },
  ],
});
test.use({ loggedIn: false });

const providerLink = (page: Page, name: string) => page.getByRole('link', { name: `Log in with ${name}` });
const linked = (page: Page) => page.getByRole('region', { name: 'Login providers' });

/** From the page that was asked for to the provider and back to it. */
async function logIn(page: Page, person: string, provider = 'Corporate') {
  await page.goto('/system/account');
  await providerLink(page, provider).click();
  await signIn(page, person);
  await expect(page).toHaveURL(/\/system\/account$/);
}

test.beforeAll(async ({ operator }) => {
  const menus = await operator.api.get<Array<{ menuId: number; perms: string | null }>>('/system/menu/list');
  const menuIds = menus.filter(({ perms }) => perms === 'system:dict:list').map(({ menuId }) => menuId);
  await operator.api.post('/system/role', { roleName: 'Clerk', roleKey: 'clerk', menuIds });
});

test('a provider logs in, back at the page that was asked for, also after a double click', async ({
  page,
  problems,
  shell,
}) => {
  problems.provoke(/status of 409/);
  await page.goto('/system/account');
  await expect(page.getByRole('navigation', { name: 'Other ways to log in' }).getByRole('link')).toHaveCount(
    3,
  );
  expect(await violationsOf(page)).toEqual([]);
  await takePicture(page, 'login');
  await providerLink(page, 'Corporate').dblclick();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/interaction\//);
  await signIn(page, 'ada');
  await expect(shell.heading).toHaveText('Your account');
  await expect(page).toHaveURL(/\/system\/account$/);

  await expect(linked(page)).toContainText('Corporate · ada@example.com');
  await expect(linked(page)).toContainText('You have no password here');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const none = shell.dialog('Change password');
  await expect(none).toContainText('You have no password here: a login provider logs you in.');
  await expect(none.getByRole('textbox')).toHaveCount(0);
  await none.getByRole('button', { name: 'Cancel' }).click();
  expect(await violationsOf(page)).toEqual([]);
  await linked(page).getByRole('button', { name: 'Unlink: Corporate' }).click();
  const sure = shell.dialog('Unlink the account of Corporate?');
  await sure.getByRole('button', { name: 'Unlink the account' }).click();
  await expect(sure).toContainText('would lock you out');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await takePicture(page, `account-${colorScheme}`);
  }
  await page.setViewportSize(phone);
  await settle(page);
  await expectFits(page);
});

test.describe('an administrator', () => {
  test.use({ loggedIn: true });

  test('sees how providers are configured, and whether they answer', LONG, async ({ page, shell }) => {
    await page.goto('/');
    await shell.open('Security', 'Login providers');
    const card = (name: string) => page.getByRole('main').getByRole('region', { name });
    await expect(card('Corporate')).toContainText('secret is set');
    await expect(card('Corporate')).toContainText('/prod-api/auth/oidc/corporate/callback');
    await card('Corporate').getByRole('button', { name: 'Check now' }).click();
    await expect(card('Corporate')).toContainText('its metadata can be used');
    await card('Away').getByRole('button', { name: 'Check now' }).click();
    await expect(card('Away')).toContainText('The provider cannot be used:');
    expect(await violationsOf(page)).toEqual([]);
    await takePicture(page, 'providers');
    await page.setViewportSize(phone);
    await settle(page);
    await expectFits(page);
    await takePicture(page, 'providers-phone');
  });
});

test('a login that does not succeed says why, and what to do', async ({ page, platform, problems }) => {
  problems.provoke(/status of (401|403|503)/);
  const { failure } = new LoginPage(page);
  await page.goto('/login');
  await providerLink(page, 'Corporate').click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(failure).toContainText('was cancelled');
  await expect(failure).toContainText('Try again, or log in in another way.');
  expect(await violationsOf(page)).toEqual([]);
  await takePicture(page, 'cancelled');
  // An answer of the provider counts once.
  await page.reload();
  await expect(providerLink(page, 'Partner')).toBeVisible();
  await expect(failure).toHaveCount(0);

  await providerLink(page, 'Partner').click();
  await signIn(page, 'eve');
  await expect(failure).toContainText('you have no account here');
  await expect(failure).toContainText('Ask an administrator for an account.');

  await page.goto('/login');
  await providerLink(page, 'Away').click();
  await expect(failure).toContainText('The login provider does not answer.');
  await expect(failure).toContainText('or log in with a password');

  await page.goto(`${platform.frontend}/prod-api/auth/oidc/corporate/callback?code=x&state=y`);
  await expect(failure).toContainText('took longer than ten minutes');
  await expect(failure).toContainText('Begin again.');
});

test(
  'a person without a password proves to be there at the provider, and loses nothing',
  LONG,
  async ({ page, context, problems, shell }) => {
    problems.provoke(/status of (401|403)/);
    await logIn(page, 'ada');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const form = shell.dialog('Create a token');
    await form.getByRole('textbox', { name: 'Name' }).fill('typed before');
    await form.getByRole('checkbox', { name: 'system:dict:list' }).check();
    // As for a session that is older than a quarter of an hour.
    const refusal = { code: 403, msg: 'This needs a proof.', error: 'PROOF_NEEDED' };
    await page.route(
      '**/system/user/profile/tokens',
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: refusal })
          : route.continue(),
      { times: 1 },
    );
    await form.getByRole('button', { name: 'Create a token' }).click();
    const question = shell.dialog('Confirm that it is you');
    await expect(question.getByRole('textbox')).toHaveCount(0);
    await expect(question.getByRole('button')).toHaveText(['Cancel']);
    expect(await violationsOf(page)).toEqual([]);
    await takePicture(page, 'proof');

    const prove = async (person: string) => {
      const opened = context.waitForEvent('page');
      await question.getByRole('link', { name: 'With Corporate' }).click();
      const popup = await opened;
      const closed = popup.waitForEvent('close');
      // The provider knows the person and asks nevertheless.
      await signIn(popup, person);
      await closed;
    };
    await prove('eve');
    await expect(question).toContainText('Somebody else is logged in at the provider.');
    await prove('ada');
    await expect(shell.dialog('The token typed before')).toBeVisible();
  },
);

test('an account is linked, and logs the same person in', LONG, async ({ page, shell }) => {
  await logIn(page, 'ada');
  await linked(page).getByRole('button', { name: 'Link an account of Partner' }).click();
  await expectNotice(page, /^The account is linked\./);
  await expect(page).toHaveURL(/\/system\/account$/);
  await expect(linked(page).getByRole('listitem')).toHaveCount(2);
  await shell.logout();
  await page.getByRole('button', { name: 'Leave' }).click();
  await logIn(page, 'ada', 'Partner');
  await expect(linked(page)).toContainText('Partner · ada@example.com');
});

test(
  'a logout ends the session at the provider, too, and leads back to the login page',
  LONG,
  async ({ page, shell }) => {
    await logIn(page, 'ada');
    await shell.logout();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/login(\?|$)/);
    await providerLink(page, 'Corporate').click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  },
);

test(
  'a session that has ended goes on with the provider, and the page keeps its input',
  LONG,
  async ({ page, context, operator, problems, shell }) => {
    problems.provoke(/status of 401/);
    await logIn(page, 'ada');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const form = shell.dialog('Create a token');
    await form.getByRole('textbox', { name: 'Name' }).fill('kept');
    await form.getByRole('checkbox', { name: 'system:dict:list' }).check();
    const sessions = await operator.api.get<Array<{ sessionId: number; userName: string }>>(
      '/system/online/list?userName=ada',
    );
    await operator.api.delete(`/system/online/${sessions.map(({ sessionId }) => sessionId).join(',')}`);
    await form.getByRole('button', { name: 'Create a token' }).click();
    const question = shell.dialog('Your session has ended');
    const opened = context.waitForEvent('page');
    await question.getByRole('link', { name: 'With Corporate' }).click();
    const popup = await opened;
    // The provider knows the person: the window may be closed before anybody looks at it.
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(shell.dialog('The token kept')).toBeVisible();
  },
);
