import { ApiClient } from '@platform/cli';
import { violationsOf } from './support/accessibility.ts';
import { HelloPage } from './support/hello-page.ts';
import { LoginPage } from './support/login-page.ts';
import type { E2ePlatform } from './support/platform.ts';
import { takePicture } from './support/presentable.ts';
import { LONG } from './support/long.ts';
import { expect, test } from './support/test.ts';
import { expectFits, settle } from './support/visual.ts';

const password = 'Second-to-none-2!';
const tenant = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword: password };

test.use({ loggedIn: false });
test.beforeAll(async ({ operator }) => {
  await operator.renew('hello');
  await operator.api.post('/hello/item', { title: 'Of the first tenant', status: 'open' });
  await operator.api.post('/system/tenant', tenant);
});

interface MenuItem {
  readonly path: string;
  readonly component?: string;
  readonly children?: readonly MenuItem[];
}

/** Addresses of the pages of a menu. */
const pathsOf = (items: readonly MenuItem[], parent = ''): string[] =>
  items.flatMap(({ path, children = [] }) => {
    const own = path.startsWith('/') ? path : `${parent}/${path}`;
    return children.length > 0 ? pathsOf(children, own) : [own];
  });

const logIn = async (platform: E2ePlatform): Promise<ApiClient> => {
  const boss = new ApiClient(platform.api);
  await boss.login(tenant.adminUserName, password, tenant.tenantId);
  return boss;
};
const installsOf = (boss: ApiClient) =>
  boss.get<Array<{ installId: number; appCode: string }>>('/app/install/list');

/** Takes what the second tenant has installed off it, with its data. */
async function removeAll(platform: E2ePlatform): Promise<void> {
  const boss = await logIn(platform);
  for (const { installId, appCode } of await installsOf(boss))
    await boss.delete(`/app/install/${installId}?dropData=true&confirm=${appCode}`);
}

test('design 2.1: the administrator of a second tenant has installations of its own, no console, and leaves those of the first alone', async ({
  page,
  shell,
  platform,
  operator,
}) => {
  const before = await operator.find('hello');
  await page.goto('/apps/installed');
  await page.getByRole('button', { name: 'Another tenant' }).click();
  await page.getByRole('textbox', { name: 'Tenant' }).fill('acme');
  await page.getByRole('textbox', { name: 'User name' }).fill('boss');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();

  await expect(shell.heading).toHaveText('Installed applications');
  await expect(page.getByRole('main').getByRole('link', { name: 'Hello', exact: true })).toHaveCount(0);
  await expect(shell.link('Tasks')).toBeVisible();
  await expect(shell.link('Console')).toHaveCount(0);
  await page.goto('/');
  await settle(page);
  await page.goto('/apps/console');
  // findings: interface 11: a page that others may open is no missing one.
  await expect(shell.heading).toHaveText('You may not open this page');

  await page.goto('/market');
  // The second click of a double click closes nothing.
  await page.getByRole('button', { name: /^Install Hello/ }).dblclick();
  const panel = shell.dialog(/^Install Hello/);
  await panel.getByRole('button', { name: /^Install Hello/ }).click();
  await panel.getByRole('button', { name: 'Open Hello' }).click();
  const hello = new HelloPage(page);
  await expect(hello.heading).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  const form = await hello.add();
  await form.getByRole('textbox', { name: 'Title' }).fill('Of the second tenant');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(hello.row('Of the second tenant')).toBeVisible();
  await expect(hello.row('Of the first tenant')).toHaveCount(0);

  const titles = async (): Promise<string[]> => {
    const rows = await operator.api.get<Array<{ title: string }>>('/hello/item/list?pageNum=1&pageSize=100');
    return rows.map(({ title }) => title);
  };
  expect(await titles()).toContain('Of the first tenant');
  expect(await titles()).not.toContain('Of the second tenant');

  const own = await installsOf(await logIn(platform));
  expect(own.map(({ appCode }) => appCode)).toEqual(['hello']);
  await removeAll(platform);
  expect(await operator.find('hello')).toEqual(before);
  expect(await titles()).toContain('Of the first tenant');
});

test('its pages ask for nothing that it may not see', LONG, async ({ page, shell, platform }) => {
  test.slow();
  const boss = await logIn(platform);
  const pages = await boss.get<readonly MenuItem[]>('/system/menu/getRouters');
  await page.goto('/login?tenant=acme');
  await new LoginPage(page).login(tenant.adminUserName, password);
  await expect(shell.menu).toBeVisible();
  const paths = pathsOf(pages);
  expect(paths.length).toBeGreaterThan(10);
  // A refused request is a problem of the page.
  for (const path of paths) {
    await page.goto(path);
    await settle(page);
  }
});

test('design 12.1-4: the administrator of the platform looks into a tenant, changes it once that is allowed, and leaves', async ({
  page,
  shell,
  operator,
  platform,
  problems,
}) => {
  // The change that is refused until changes are allowed.
  problems.provoke(/status of 403.*\/system\/site$/);
  await page.goto('/login');
  await new LoginPage(page).login('admin', platform.password);
  await expect(shell.menu).toBeVisible();
  await page.goto('/system/tenants');
  await page.getByRole('button', { name: 'More actions: Acme' }).click();
  await page.getByRole('menuitem', { name: 'Look into it' }).click();
  await shell
    .dialog(/^Look into Acme/)
    .getByRole('button', { name: 'Look into Acme' })
    .click();
  const banner = page.getByRole('region', { name: 'Looking into a tenant' });
  await expect(banner).toContainText('You are in Acme');

  await page.goto('/system/users');
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.filter({ hasText: 'boss' })).toHaveCount(1);
  await expect(rows.filter({ hasText: /^admin/ })).toHaveCount(0);
  await takePicture(page, 'acting');
  expect(await violationsOf(page)).toEqual([]);

  await page.goto('/system/site');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Acme Works');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The site could not be saved')).toBeVisible();
  await banner.getByRole('button', { name: 'Allow changes' }).click();
  await expect(banner).toContainText('Changes apply to the tenant');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('link', { name: 'Acme Works' })).toBeVisible();
  await takePicture(page, 'site');
  expect(await violationsOf(page)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'site-phone');
  await expectFits(page);
  await banner.getByRole('button', { name: 'Leave' }).click();
  await expect(banner).toHaveCount(0);
  await page.goto('/login?tenant=acme');

  const entries = await operator.api.get<Array<{ actingTenant: string | null; method: string }>>(
    '/system/operLog/list?pageSize=200',
  );
  const methods = entries.filter(({ actingTenant }) => actingTenant === 'acme').map(({ method }) => method);
  expect(methods).toEqual(expect.arrayContaining(['GET', 'PUT']));
});
