import type { Page } from '@playwright/test';
import { HelloPage } from './support/hello-page.ts';
import { LoginPage } from './support/login-page.ts';
import { LONG } from './support/long.ts';
import type { Operator } from './support/operator.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';

// They end their own sessions, not the one that the others share.
test.use({ loggedIn: false });
test.beforeAll(({ operator }) => operator.renew('hello'));

test('a session that ends on the server is renewed over the page, and what was typed is saved', async ({
  page,
  shell,
  platform,
  operator,
  problems,
}) => {
  problems.provoke(/status of 401/);
  await page.goto('/hello/items');
  await new LoginPage(page).login('admin', platform.password);
  const hello = new HelloPage(page);
  await hello.rows.first().waitFor();
  const form = await hello.add();
  await form.getByRole('textbox', { name: 'Title' }).fill('Typed before the session ended');

  await endSession(page, operator);
  await form.getByRole('button', { name: 'Save' }).click();

  const ended = shell.dialog('Your session has ended');
  await ended.getByLabel(/^Password of/).fill(`${platform.password}x`);
  await ended.getByRole('button', { name: 'Log in and continue' }).click();
  await expect(ended.getByRole('alert')).toBeVisible();
  await ended.getByLabel(/^Password of/).fill(platform.password);
  await ended.getByRole('button', { name: 'Log in and continue' }).click();
  await expect(ended).toBeHidden();
  await expect(form).toBeHidden();
  await expect(hello.row('Typed before the session ended')).toBeVisible();
});

test('findings: security 15: no script of the page can read the session', async ({
  page,
  platform,
  context,
}) => {
  await page.goto('/');
  await new LoginPage(page).login('admin', platform.password);
  await expect(page).toHaveURL('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name.startsWith('platform_session_'));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(readable).toContain('platform_csrf_');
  expect(readable).not.toContain(session?.value);
});

test(
  'two tabs have one session: a logout in one leaves the other',
  LONG,
  async ({ page, platform, context, shell }) => {
    await page.goto('/');
    await new LoginPage(page).login('admin', platform.password);
    await expect(shell.heading).toHaveText(/^Good /);
    const second = await context.newPage();
    await second.goto('/market');
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
    await shell.logout();
    await expect(second).toHaveURL(/\/login/);
    expect((await context.cookies()).filter(({ name }) => name.startsWith('platform_'))).toEqual([]);
  },
);

test('an action that needs a fresh proof asks for the password and goes on', async ({
  page,
  platform,
  problems,
  shell,
}) => {
  problems.provoke(/status of 40[03]/);
  await page.goto('/apps/console/catalog-tokens');
  await new LoginPage(page).login('admin', platform.password);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Issue a token' }).first().click();
  const drawer = shell.dialog('Issue a token');
  await drawer.getByRole('textbox').first().fill('Partner');
  // As for a session that is older than a quarter of an hour.
  const refusal = { code: 403, msg: 'This needs your password again.', error: 'PROOF_NEEDED' };
  await page.route('**/app/console/catalog-token', (route) => route.fulfill({ status: 403, json: refusal }), {
    times: 1,
  });
  await drawer.getByRole('button', { name: 'Issue a token' }).click();
  const question = shell.dialog('Confirm that it is you');
  await question.getByLabel(/^Password of/).fill('wrong');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByRole('alert')).toContainText('The password is wrong.');
  await takePicture(page, 'proof');
  await question.getByLabel(/^Password of/).fill(platform.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Partner').first()).toBeVisible();
});

test('findings: interface 13: whoever has a generated password is asked for one of their own', async ({
  page,
  operator,
  shell,
}) => {
  const { password = '' } = await operator.api.post<{ password?: string }>('/system/user', {
    userName: 'newcomer',
    nickName: 'Newcomer',
  });
  await page.goto('/');
  await new LoginPage(page).login('newcomer', password);
  const dialog = shell.dialog('Choose your own password');
  await expect(dialog).toBeVisible();
  await takePicture(page, 'generated');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await shell.heading.waitFor();
  await expect(dialog).toBeHidden();
  await shell.logout();
  await new LoginPage(page).login('newcomer', password);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password', { exact: true }).fill('granite-otter-43');
  await dialog.getByLabel('New password again').fill('granite-otter-43');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await shell.heading.waitFor();
  await expect(dialog).toBeHidden();
});

/** Ends the session of the page's browser from elsewhere; the browser keeps its cookies. */
async function endSession(page: Page, { api }: Operator): Promise<void> {
  const agent = await page.evaluate(() => navigator.userAgent);
  const sessions = await api.get<Array<{ sessionId: number; userAgent: string | null }>>('/auth/sessions');
  for (const { sessionId, userAgent } of sessions) {
    if (userAgent === agent) await api.delete(`/auth/sessions/${sessionId}`);
  }
}
