import { expect, type Page } from '@playwright/test';
import { developRemote, type DevelopedRemote } from '../bench/lib/developed-remote.ts';
import { LONG, longUnless } from './support/long.ts';
import { platformTest } from './support/test.ts';

const VIEW = 'src/views/ItemList.vue';
const INSTALL = 'src/index.ts';
const COUNTS = 'src/composables/use-status-counts.ts';

/**
 * Serves `hello` and the shell from their sources, with one page. Restores the files that a test
 * saves.
 */
const test = platformTest.extend<
  { remote: DevelopedRemote; page: Page },
  { developed: DevelopedRemote; opened: Page }
>({
  developed: [
    async ({ browserName: _ }, use) => {
      const remote = await developRemote('hello');
      await use(remote);
      await remote.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  opened: [
    async ({ browser, developed }, use) => {
      const context = await browser.newContext({ locale: 'en-US', storageState: developed.session });
      const page = await context.newPage();
      await page.goto(`${developed.frontend}/hello/items`, { timeout: 200_000 });
      await page.getByRole('heading', { name: 'Hello items' }).waitFor({ timeout: 200_000 });
      await use(page);
      await context.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  page: async ({ opened }, use) => use(opened),
  remote: async ({ developed }, use) => {
    const changed = new Set<string>();
    const sources = new Map([VIEW, INSTALL, COUNTS].map((path) => [path, developed.read(path)]));
    await use({
      ...developed,
      save(path, text) {
        changed.add(path);
        developed.save(path, text);
      },
    });
    for (const path of changed) await putBack(developed, path, sources.get(path) ?? '');
  },
});

/** Sources as the development server has them, which it notes in the map of what it made of one. */
async function servedSources({ entry }: DevelopedRemote, path: string): Promise<readonly string[]> {
  const served = await (await fetch(new URL(path, entry))).text();
  const map = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(served)?.[1];
  if (map === undefined) return [];
  return (JSON.parse(Buffer.from(map, 'base64').toString()) as { sourcesContent: string[] }).sourcesContent;
}

/** Replaces what the source holds for sure: an edit of nothing would test nothing. */
function edited(source: string, found: string | RegExp, replacement: string): string {
  if (source.search(found) === -1) throw new Error(`The source has no ${String(found)}`);
  return source.replace(found, replacement);
}

/** Until the server has noticed: of two changes within 50 ms, its watcher drops one. */
async function putBack(remote: DevelopedRemote, path: string, text: string): Promise<void> {
  await expect(async () => {
    remote.save(path, text);
    await expect.poll(() => servedSources(remote, path), { timeout: 3_000 }).toContain(text);
  }).toPass();
  await new Promise((resolve) => setTimeout(resolve, 100));
}

test('design 5.4: a saved view is on screen, and what was typed, where the page is and how it is scrolled stay', async ({
  page,
  remote,
}) => {
  await page.getByRole('button', { name: 'Add item' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('half filled in');
  // Inside the root: a second root would be another tree, of which Vue keeps nothing.
  remote.save(VIEW, edited(remote.read(VIEW), '<ItemDrawer', '<p>Saved a moment ago</p><ItemDrawer'));
  await expect(page.getByText('Saved a moment ago')).toBeVisible();
  await expect(title).toHaveValue('half filled in');
  await expect(page).toHaveURL(/\/hello\/items$/);
  await page.keyboard.press('Escape');
});

test('design 5.4: what no component takes over is loaded anew, in place', LONG, async ({ page, remote }) => {
  remote.save(INSTALL, `${remote.read(INSTALL)}\ndocument.documentElement.dataset['again'] = 'yes';\n`);
  await expect(page.locator('html[data-again=yes]')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Hello items' })).toBeVisible();
});

test(
  'design 5.4: styles of a developed remote are held in its views, and follow',
  LONG,
  async ({ page, remote }) => {
    remote.save(
      VIEW,
      `${remote.read(VIEW)}\n<style>\nh1 { letter-spacing: 7px }\nnav { opacity: 0.5 }\n</style>\n`,
    );
    const spacing = () =>
      page.locator('[data-app=hello] h1').evaluate((h1) => getComputedStyle(h1).letterSpacing);
    await expect.poll(spacing).toBe('7px');
    expect(
      await page
        .locator('nav')
        .first()
        .evaluate((nav) => getComputedStyle(nav).opacity),
    ).toBe('1');
  },
);

test('design 5.4: a broken source is shown with application, file, line and frame; the last good one stays until it is mended', async ({
  page,
  remote,
}) => {
  const good = remote.read(VIEW);
  remote.save(VIEW, edited(good, '<template>', '<template><div>'));
  const problem = page.locator('[data-problem=hello]');
  await expect(problem).toContainText('Hello: compile error');
  await expect(problem).toContainText(/src\/views\/ItemList\.vue:\d+:\d+/);
  await expect(problem.locator('.frame')).toContainText('^');
  await expect(page.getByRole('heading', { name: 'Hello items' })).toBeVisible();
  remote.save(VIEW, good);
  await expect(problem).toBeHidden();
});

test(
  'design 5.4: an error in a view is shown with the name of the application, and the view is back when it is mended',
  LONG,
  async ({ page, remote }) => {
    // Text typed by earlier tests must not hold this one up.
    page.once('dialog', (asked) => void asked.accept());
    await page.goto(`${remote.frontend}/hello/items`);
    await expect(page.getByRole('heading', { name: 'Hello items' })).toBeVisible();
    const good = remote.read(VIEW);
    const faulty = "$1\nconst none: string[] = JSON.parse('null');\nnone.map(String);";
    remote.save(VIEW, edited(good, /(<script setup[^>]*>)/, faulty));
    const problem = page.locator('[data-problem=hello]');
    await expect(problem).toContainText('Hello: runtime error');
    await expect(problem).toContainText("Cannot read properties of null (reading 'map')");
    // Nobody mends within 50 ms, where the watcher drops a change.
    await page.waitForTimeout(300);
    remote.save(VIEW, good);
    await expect(problem).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Hello items' })).toBeVisible();
  },
);

const THROWS = "const none: string[] = JSON.parse('null');\nnone.map(String);";
/** For each file: a change that makes its code throw, and one that stops it from compiling. */
const faults: readonly { where: string; path: string; throws: (good: string) => string; line: number }[] = [
  {
    where: 'a view, in setup',
    path: VIEW,
    throws: (good) => good.replace(/(<script setup[^>]*>)/, `$1\n${THROWS}`),
    line: 3,
  },
  { where: 'a module of a view', path: COUNTS, throws: (good) => `${THROWS}\n${good}`, line: 2 },
  { where: 'the application’s own module', path: INSTALL, throws: (good) => `${THROWS}\n${good}`, line: 2 },
];
for (const { where, path, throws, line } of faults) {
  test(
    `findings: applications 6: ${where} throws, then does not compile, then is mended: the page shows it without being loaded`,
    longUnless(path !== COUNTS),
    async ({ page, remote }) => {
      page.once('dialog', (asked) => void asked.accept());
      await page.goto(`${remote.frontend}/hello/items`);
      const heading = page.getByRole('heading', { name: 'Hello items' });
      await expect(heading).toBeVisible();
      await page.evaluate(() => Object.assign(globalThis, { notLoadedAgain: true }));
      const good = remote.read(path);
      const problem = page.locator('[data-problem=hello]');

      remote.save(path, throws(good));
      await expect(problem).toContainText('Hello: runtime error');
      await expect(problem.locator('.message')).toHaveText("Cannot read properties of null (reading 'map')");
      await expect(problem.locator('.place')).toHaveText(new RegExp(`^${path}:${line}:\\d+$`));
      await expect(problem.locator('.frame')).toContainText('none.map(String)');
      await page.waitForTimeout(300);

      remote.save(path, edited(good, 'import ', 'import { import '));
      await expect(problem).toContainText('Hello: compile error');
      await expect(problem.locator('.place')).toHaveText(new RegExp(`^${path}:\\d+:\\d+$`));
      await page.waitForTimeout(300);

      remote.save(path, good);
      await expect(problem).toBeHidden();
      await expect(heading).toBeVisible();
      await expect(page.locator('[data-app=hello]')).not.toContainText('Remote view unavailable');
      expect(await page.evaluate(() => 'notLoadedAgain' in globalThis)).toBe(true);
    },
  );
}

test(
  'findings: applications 6: a page that is opened while a source does not compile shows the mended one',
  LONG,
  async ({ page, remote }) => {
    const good = remote.read(VIEW);
    remote.save(VIEW, edited(good, 'import ', 'import { import '));
    const problem = page.locator('[data-problem=hello]');
    await expect(problem).toContainText('Hello: compile error');
    page.once('dialog', (asked) => void asked.accept());
    await page.goto(`${remote.frontend}/hello/items`);
    await expect(page.locator('[data-app=hello]').getByRole('alert')).toBeVisible();
    await expect(problem).toContainText(/src\/views\/ItemList\.vue:\d+:\d+/);
    remote.save(VIEW, good);
    await expect(page.getByRole('heading', { name: 'Hello items' })).toBeVisible();
    await expect(problem).toBeHidden();
  },
);

test('design 5.4: a remote from another address is loaded for the session, says so, and can be ended', async ({
  page,
  remote,
}) => {
  await page.goto(`${remote.frontend}/hello/items?remote=hello@${remote.entry}`);
  await expect(page).toHaveURL(`${remote.frontend}/hello/items`);
  const badge = page.getByRole('complementary', { name: 'Applications from other addresses' });
  await expect(badge).toContainText(`hello from ${new URL(remote.entry).host}`);
  await expect(page.getByRole('heading', { name: 'Hello items' })).toBeVisible();
  await page.reload();
  await expect(badge).toBeVisible();
  await badge.getByRole('button', { name: 'Load hello as it is installed again' }).click();
  await expect(badge).toBeHidden();
});

test(
  'design 5.4: a host that is not for development loads no remote from another address',
  LONG,
  async ({ browser, remote, platform: { frontend, password } }) => {
    const page = await browser.newPage({ locale: 'en-US' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${frontend}/?remote=hello@${remote.entry}`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('This platform is not for development')).toBeVisible();
    expect(asked.filter((url) => url.startsWith(new URL(remote.entry).origin))).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('platform.remotes'))).toBeNull();
    await page.close();
  },
);
