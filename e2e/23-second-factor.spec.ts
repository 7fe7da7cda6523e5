import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { LoginPage } from './support/login-page.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';

// They log in with accounts of their own.
test.use({ loggedIn: false });

const password = 'seven-blue-kites';

/**
 * The code `steps` half minutes from now: none is taken twice. The host takes one step to both
 * sides, so that one of now or next is good for half a minute at least.
 */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function readSecret(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  return (await page.getByText(/^[A-Z2-7]{32}$/).innerText()).trim();
}

test('an authenticator is set up in the account, asked for at the login, and reset', async ({
  page,
  operator,
  shell,
  problems,
}) => {
  problems.provoke(/status of 401/);
  const { userId } = await operator.api.post<{ userId: number }>('/system/user', {
    userName: 'twofold',
    nickName: 'Twofold',
    password,
  });
  await page.goto('/system/account');
  const login = new LoginPage(page);
  await login.login('twofold', password);
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const dialog = shell.dialog('Set up an authenticator');
  const secret = await readSecret(page);
  await takePicture(page, 'set-up');
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toBeHidden();
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused();
  await takePicture(page, 'account');
  const recoveryCode = await codes.first().innerText();

  await shell.logout();
  await login.login('twofold', password);
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('000000');
  await login.submit.click();
  await expect(login.failure).toContainText('The code is wrong');
  await takePicture(page, 'second-step');
  await code.fill(codeOf(secret, 1));
  await login.submit.click();
  await expect(shell.heading).toHaveText(/^Good /);

  await shell.logout();
  await login.login('twofold', password);
  await code.fill(recoveryCode);
  await login.submit.click();
  await expect(shell.heading).toHaveText(/^Good /);
  await shell.logout();

  await operator.api.delete(`/system/user/${userId}/second-factor`);
  await login.login('twofold', password);
  await expect(shell.heading).toHaveText(/^Good /);
});
