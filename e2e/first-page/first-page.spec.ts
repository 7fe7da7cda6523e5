import { availableParallelism, loadavg } from 'node:os';
import { expect, test } from '@playwright/test';
import { LoginPage } from '../support/login-page.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { CopiedRepository } from './copied-repository.ts';

/** Two minutes of a machine that has nothing else to do; others get their share of it. */
const mostSeconds = (): number =>
  120 * Math.max(1, ...loadavg().map((load) => load / availableParallelism()));

let repository: CopiedRepository;
test.beforeAll(() => {
  repository = new CopiedRepository();
});
test.afterAll(() => repository.remove());

test('from nothing to the page of a new application: three commands, two minutes', async ({ page }) => {
  const begun = performance.now();
  const tell = (what: string): void =>
    console.log(`  ${what} after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  await repository.install();
  tell('installed');
  await repository.run('npm', 'run', 'create-app', '--', 'notes', '--name', 'Notes');
  tell('created');
  const ports = ['--port', String(await freePort()), '--api-port', String(await freePort())];
  const said = /(http:\/\/localhost:\d+) +the shell[\s\S]*password\s+(\S+)/;
  const [, address = '', password = ''] = await repository.start(
    said,
    'npm',
    'run',
    'dev',
    '--',
    'notes',
    ...ports,
  );
  tell('served');

  await page.goto(address);
  await new LoginPage(page).login('admin', password);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Notes' }).click();
  await menu.getByRole('link', { name: 'Items' }).click();
  await expect(page.getByRole('button', { name: /^Add/ })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('notes.png') });
  tell('on screen');
  expect((performance.now() - begun) / 1000).toBeLessThan(mostSeconds());
});
