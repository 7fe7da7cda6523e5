import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { inRoot } from '../scripts/lib/paths.ts';
import { HelloPage } from './support/hello-page.ts';
import { LONG, longUnless } from './support/long.ts';
import { expect, test } from './support/test.ts';

let built: string;

test.beforeAll(async ({ operator }) => {
  built = mkdtempSync(join(tmpdir(), 'remote-format-'));
  await promisify(execFile)(process.execPath, [inRoot('node_modules/vite/bin/vite.js'), 'build'], {
    cwd: inRoot('frontend/hello-app'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PLATFORM_REMOTE_OUT: built,
      PLATFORM_REMOTE_FORMAT: 'module',
    },
  });
  for (const code of ['hello', 'member']) await operator.ensure(code);
});
test.afterAll(() => rmSync(built, { recursive: true, force: true }));

/**
 * Serves `hello` in the other format, built from the same source, without the files that match
 * `missing`.
 */
async function serveHelloAsModules(page: Page, missing = /^$/): Promise<void> {
  await page.route('**/remote-apps/hello/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (missing.test(pathname)) return route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' });
    return route.fulfill({ path: join(built, pathname.replace(/^\/remote-apps\/hello\/(~\d+\/)?/, '')) });
  });
}

type Modules = Record<string, () => Promise<object>>;
type Scope = Record<string, Record<string, { get(): Promise<() => object> }>>;

/**
 * For each shared module: the names that native modules miss, and whether shell, container and
 * native modules get the same exports.
 */
function compareShared(page: Page): Promise<Record<string, { missing: string[]; same: boolean }>> {
  return page.evaluate(async () => {
    const shell = Reflect.get(globalThis, Symbol.for('platform.shared')) as Modules;
    const scopes = Reflect.get(globalThis, '__federation_shared__') as Record<string, Scope>;
    const contained = async (name: string) => {
      const [version] = Object.values(scopes['default']?.[name] ?? {});
      return (await version?.get())?.();
    };
    const compared: Record<string, { missing: string[]; same: boolean }> = {};
    for (const [name, load] of Object.entries(shell)) {
      const [host, native] = [await load(), (await import(name)) as object];
      const names = Object.keys(host).filter((key) => key !== 'default');
      compared[name] = {
        missing: names.filter((key) => !(key in native)),
        same:
          (await contained(name)) === host &&
          names.every((key) => Reflect.get(native, key) === Reflect.get(host, key)),
      };
    }
    return compared;
  });
}

test('design 5.2: native modules and a container run side by side on the shell’s own instances', async ({
  page,
  shell,
}) => {
  await serveHelloAsModules(page);
  const hello = new HelloPage(page);
  await hello.open();
  const dialog = await hello.add();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await shell.open('Members', 'Members');
  await expect(page.getByRole('button', { name: 'Add member' })).toBeVisible();
  await shell.open('Hello', 'Items');
  await expect(hello.rows.first()).toBeVisible();
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  ).toContainEqual(expect.stringMatching(/\/remote-apps\/hello\/install-[\w-]{8}\.js$/));

  const names = ['vue', 'vue-router', 'pinia', 'element-plus', 'axios', '@platform/remote-app'];
  const shared = { missing: [], same: true };
  expect(await compareShared(page)).toEqual(Object.fromEntries(names.map((name) => [name, shared])));
});

for (const { what, file, stage } of [
  {
    what: 'chunk',
    file: /\/hello\/ItemList-[\w-]+\.js$/,
    stage: 'the code of this view could not be loaded',
  },
  { what: 'module that the entry imports', file: /\/hello\/install-[\w-]+\.js$/, stage: 'its entry file' },
  { what: 'style sheet', file: /\/hello\/style-[\w-]+\.css$/, stage: 'its styles could not be loaded' },
]) {
  test(
    `design 9.7-49: native modules, a ${what} that was not there is asked for under another folder`,
    longUnless(what === 'chunk'),
    async ({ page, problems }) => {
      problems.provoke(/status of 404/, /answered 404|could not be fetched|dynamically imported/);
      await serveHelloAsModules(page, file);
      await page.goto('/hello/items');
      const failure = page.getByRole('main').getByRole('alert');
      const rows = new HelloPage(page).rows;
      await expect(failure.or(rows.first())).toBeVisible();
      if (await failure.isVisible()) {
        await expect(failure).toContainText(stage);
        await failure.getByRole('button', { name: 'Retry' }).click();
      }
      await expect(rows.first()).toBeVisible();
      const asked = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(asked).toContainEqual(expect.stringMatching(/\/remote-apps\/hello\/~\d\/install-[\w-]+\.js$/));
    },
  );
}

test('design 9.7-48: keyframes of one name in two remotes do not meet', LONG, async ({ page, shell }) => {
  for (const [code, colour] of Object.entries({ hello: 'rgb(1, 2, 3)', member: 'rgb(4, 5, 6)' })) {
    await page.route(`**/remote-apps/${code}/**/style-*.css`, async (route) => {
      const response = await route.fetch();
      const added = `.page { animation: pulse 60s } @keyframes pulse { from, to { outline-color: ${colour} } }`;
      // The preset's mark stands at the beginning: without it, the sheet counts as written by hand.
      await route.fulfill({ response, body: `${added}\n${await response.text()}` });
    });
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const colourIn = (code: string) =>
    page.locator(`[data-app="${code}"] .page`).evaluate((view) => getComputedStyle(view).outlineColor);
  await new HelloPage(page).open();
  expect(await colourIn('hello')).toBe('rgb(1, 2, 3)');
  await shell.open('Members', 'Members');
  await expect(page.getByRole('button', { name: 'Add member' })).toBeVisible();
  expect(await colourIn('member')).toBe('rgb(4, 5, 6)');
  await shell.open('Hello', 'Items');
  expect(await colourIn('hello')).toBe('rgb(1, 2, 3)');
});
