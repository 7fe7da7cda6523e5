import { HelloPage } from './support/hello-page.ts';
import { LoginPage } from './support/login-page.ts';
import { expect, test } from './support/test.ts';

// It ends its own session, not the one that the others share.
test.use({ loggedIn: false });
test.beforeAll(({ operator }) => operator.renew('hello'));

test('a session that ends on the server is renewed over the page, and what was typed is saved', async ({
  page,
  shell,
  platform,
  problems,
}) => {
  problems.provoke(/status of 401/);
  await page.goto('/hello/items');
  await new LoginPage(page).login('admin', platform.password);
  const hello = new HelloPage(page);
  await hello.rows.first().waitFor();
  const form = await hello.add();
  await form.getByRole('textbox', { name: 'Title' }).fill('Typed before the session ended');

  const token = await page.evaluate(() => {
    const stored: unknown = JSON.parse(localStorage.getItem('platform.session') ?? '{}');
    return (stored as { token: string }).token;
  });
  await page.request.post(`${platform.api}/auth/logout`, { headers: { authorization: `Bearer ${token}` } });
  await form.getByRole('button', { name: 'Save' }).click();

  const ended = shell.dialog('Your session has ended');
  await ended.getByLabel(/^Password of/).fill(`${platform.password}x`);
  await ended.getByRole('button', { name: 'Log in and go on' }).click();
  await expect(ended.getByRole('alert')).toBeVisible();
  await ended.getByLabel(/^Password of/).fill(platform.password);
  await ended.getByRole('button', { name: 'Log in and go on' }).click();
  await expect(ended).toBeHidden();
  await expect(form).toBeHidden();
  await expect(hello.row('Typed before the session ended')).toBeVisible();
});
