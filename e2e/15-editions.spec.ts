import { createServer, request, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@platform/cli';
import { trustKey } from '../scripts/lib/trust-key.ts';
import { startHost, type HostProcess } from '../scripts/lib/host-process.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import { enableLocalStorage } from '../scripts/lib/enable-local-storage.ts';
import { violationsOf } from './support/accessibility.ts';
import { LoginPage } from './support/login-page.ts';
import { expect, test } from './support/test.ts';
import { LONG } from './support/long.ts';

const password = 'User-edition-1!';

test('a catalog token is issued, shown once, listed and revoked', LONG, async ({ page, shell, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/apps/console');
  await page.getByRole('button', { name: 'Catalog tokens' }).click();
  await expect(shell.heading).toHaveText('Catalog tokens');
  await page.getByRole('button', { name: 'Issue a token' }).first().click();
  const form = shell.dialog('Issue a token');
  await form.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await form.getByText('90 days').click();
  await form.getByRole('button', { name: 'Issue a token' }).click();

  const told = shell.dialog('The token for Warehouse');
  const token = (await told.locator('code').first().textContent()) ?? '';
  expect(token).toMatch(/^pct_[\w-]{43}$/);
  expect(await violationsOf(page)).toEqual([]);
  await told.getByRole('button', { name: 'Copy token' }).click();
  await expect(told.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await told.getByRole('button', { name: 'Done' }).click();

  const row = page.getByRole('row').filter({ hasText: 'Warehouse' });
  await expect(row).toContainText('Active');
  await expect(row).toContainText(token.slice(0, 10));
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole('button', { name: 'More actions: Warehouse' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await shell
    .dialog('Revoke the token for Warehouse?')
    .getByRole('button', { name: 'Revoke Warehouse' })
    .click();
  await expect(row).toContainText('Revoked');
  await expect(row.getByRole('button', { name: /^More actions/ })).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
});

test.describe('a user edition', () => {
  const data = mkdtempSync(join(tmpdir(), 'e2e-user-'));
  let user: HostProcess;

  /** A proxy to the publisher that a test can close and open. Its port stays reserved meanwhile. */
  let isOpen = true;
  let way: Server;
  const layWay = (to: string): Promise<void> => {
    way = createServer((asked, answer) => {
      if (!isOpen) return void asked.socket.destroy();
      const on = request(to + (asked.url ?? ''), { headers: asked.headers }, (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      });
      on.on('error', () => answer.destroy());
      asked.pipe(on);
    });
    return new Promise((resolve) => way.listen(0, '127.0.0.1', resolve));
  };
  const closeWay = (): void => {
    isOpen = false;
    way.closeAllConnections();
  };

  test.beforeAll(async ({ operator, platform }) => {
    await layWay(platform.api);
    const { token } = await operator.api.post<{ token: string }>('/app/console/catalog-token', {
      name: 'e2e',
    });
    user = await startHost({
      settings: {
        'server.port': 0,
        'frontend.port': 0,
        'platform.data-dir': data,
        'platform.edition': 'user',
        'logging.console': 'off',
        'app-market.catalog.base-url': `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
        'app-market.catalog.token': token,
      },
      env: {
        PLATFORM_ADMIN_PASSWORD: password,
        PLATFORM_CONFIG_DIR: trustKey(data, inRoot('plugins/keys/public.pem')),
      },
    });
    const api = new ApiClient(user.ready.api);
    await api.login('admin', password);
    await enableLocalStorage(api);
  });
  test.afterAll(async () => {
    await user.stop();
    closeWay();
    way.close();
    rmSync(data, { recursive: true, force: true });
  });

  test('installs from its publisher, and says what to do while that is away', async ({
    page,
    shell,
    problems,
  }) => {
    problems.provoke(/status of 503 .*market/);
    await page.goto(`${user.ready.frontend}/market`);
    await new LoginPage(page).login('admin', password);
    await expect(page.getByText(/From the catalog at http/)).toBeVisible();
    await expect(shell.menu.getByText('Console')).toHaveCount(0);

    await page.getByRole('link', { name: 'Hello', exact: true }).click();
    await page.getByRole('button', { name: /^Install Hello/ }).click();
    const panel = shell.dialog(/^Install Hello/);
    await panel.getByRole('button', { name: '1 table, added' }).click();
    await expect(panel.getByText('hello_item')).toBeVisible();
    await panel.getByRole('button', { name: /^Install Hello/ }).click();
    await panel.getByRole('button', { name: 'Open Hello' }).click();
    await expect(page.getByText('Read the getting started guide')).toBeVisible();

    closeWay();
    await shell.link('Marketplace').click();
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: "The publisher's catalog cannot be reached" });
    await expect(failure).toContainText('Installed applications keep working.');
    expect(await violationsOf(page)).toEqual([]);
    await failure.getByRole('button', { name: 'Show what is installed' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Hello' })).toBeVisible();
    await page.goto(`${user.ready.frontend}/`);
    await expect(page.getByText('Recent tasks')).toBeVisible();

    await shell.link('Marketplace').click();
    await expect(failure).toBeVisible();
    isOpen = true;
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('link', { name: 'Members', exact: true })).toBeVisible();
  });
});
