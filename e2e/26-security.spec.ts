import type { Page } from '@playwright/test';
import { violationsOf } from './support/accessibility.ts';
import { LoginPage } from './support/login-page.ts';
import { expectNotice } from './support/notices.ts';
import { expectPresentable, takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';
import { settle } from './support/visual.ts';
import { LONG } from './support/long.ts';

const password = 'seven-blue-kites';

async function expectExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
}

test('the tokens of all users are seen, filtered and revoked by an administrator', async ({
  page,
  operator,
  platform,
  shell,
}) => {
  await page.goto('/system/tokens');
  await expect(page.getByRole('main')).toContainText('Nobody has a token');
  const issue = (name: string) =>
    operator.api.post<{ token: string }>('/system/user/profile/tokens', {
      name,
      scopes: ['system:dict:list'],
      expiresInDays: 30,
    });
  const [nightly] = [await issue('nightly'), await issue('weekly'), await issue('monthly')];
  const ask = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${platform.api}/system/dict/type/list`, { headers })).status;
  };
  expect(await ask(nightly.token)).toBe(200);
  await page.goto('/');
  await shell.open('Security', 'Tokens for scripts');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('nightly')).toContainText('admin');
  await expect(row('nightly')).toContainText('One permission');
  await expectPresentable(page, 'tokens');
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('night');
  await expect(row('weekly')).toHaveCount(0);
  await expect(page).toHaveURL(/name=night/);
  await expectExport(page);

  const choose = async (name: string, action: string) => {
    await row(name)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await choose('nightly', 'Revoke');
  const one = shell.dialog('Revoke the token nightly of admin?');
  await one.getByRole('button', { name: 'Revoke the token' }).click();
  await expectNotice(page, 'One token is revoked.');
  expect(await ask(nightly.token)).toBe(401);
  await page.goto('/system/tokens');
  await choose('weekly', 'Revoke all of admin');
  const all = shell.dialog('Revoke all tokens of admin?');
  await all.getByRole('button', { name: 'Revoke all tokens' }).click();
  await expectNotice(page, '2 tokens are revoked.');
  await expect(page.getByRole('main')).toContainText('Nobody has a token');
});

test('changes of rights are found, shown in full and exported', LONG, async ({ page, operator, shell }) => {
  await operator.api.post('/system/role', { roleName: 'Auditor', roleKey: 'auditor' });
  const roles = await operator.api.get<Array<{ roleId: number; roleKey: string }>>('/system/role/list');
  const roleIds = roles.filter(({ roleKey }) => roleKey === 'auditor').map(({ roleId }) => roleId);
  const user = { userName: 'looker', nickName: 'Looker', password, roleIds };
  await operator.api.post('/system/user', user);
  await page.goto('/');
  await shell.open('Security', 'Permission changes');
  await page.getByRole('searchbox', { name: 'Search by user or role' }).fill('looker');
  const row = page.getByRole('row').filter({ hasText: 'Roles of a user' });
  await expect(row).toContainText('+ auditor');
  await expect(page).toHaveURL(/subject=looker/);
  await expectPresentable(page, 'rights');
  await row.getByRole('button', { name: 'Show' }).click();
  const drawer = shell.dialog('Roles of a user: looker');
  await expect(drawer).toContainText('Given (1)');
  await expect(drawer).toContainText('Before (0)');
  await expect(drawer).toContainText('admin');
  expect(await violationsOf(page)).toEqual([]);
  await takePicture(page, 'change');
  await page.keyboard.press('Escape');
  await expectExport(page);
  await page.getByRole('searchbox', { name: 'Search by user or role' }).fill('nobody-at-all');
  await expect(page.getByRole('main')).toContainText('Nothing matches');
});

test.describe('others', () => {
  test.use({ loggedIn: false });

  test('see neither page', LONG, async ({ page, shell }) => {
    await page.goto('/system/rights-log');
    await new LoginPage(page).login('looker', password);
    await expect(shell.heading).toHaveText('You may not open this page');
    await page.goto('/system/tokens');
    await expect(shell.heading).toHaveText('You may not open this page');
    await expect(shell.link('Permission changes')).toHaveCount(0);
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('both pages read well', LONG, async ({ page }) => {
    for (const [path, heading] of [
      ['/system/tokens', '脚本令牌'],
      ['/system/rights-log', '权限变更'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await settle(page);
      await takePicture(page, `${path.split('/').at(-1)}-zh`);
    }
  });
});
