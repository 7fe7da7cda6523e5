import { LoginPage } from './support/login-page.ts';
import { LONG } from './support/long.ts';
import { expect, test } from './support/test.ts';

test.use({ loggedIn: false });

test('a wrong password is refused with a reason, and the name stays', async ({
  page,
  problems,
  platform,
}) => {
  problems.provoke(/status of 401/);
  const login = new LoginPage(page);
  await page.goto('/login');
  await login.login('admin', `${platform.password}x`);
  await expect(login.failure).toContainText('The user name or the password is wrong.');
  await expect(login.userName).toHaveValue('admin');
  await expect(login.password).toBeFocused();
});

test('the right one leads to the dashboard; logging out leads back', async ({ page, shell, platform }) => {
  await page.goto('/');
  await new LoginPage(page).login('admin', platform.password);
  await expect(page).toHaveURL('/');
  await expect(shell.heading).toHaveText(/^Good /);
  await shell.logout();
  await expect(page.getByRole('heading', { name: /^Log in to/ })).toBeVisible();
  await page.goto('/market');
  await expect(page).toHaveURL(/\/login/);
});

test('a deep link is reached after the login', LONG, async ({ page, shell, platform }) => {
  await page.goto('/market/hello?from=mail');
  await expect(page).toHaveURL(/\/login/);
  await new LoginPage(page).login('admin', platform.password);
  await expect(page).toHaveURL('/market/hello?from=mail');
  await expect(shell.heading).toHaveText('Hello');
});
