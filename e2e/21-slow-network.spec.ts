import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { expectStill } from './support/visual.ts';

test.beforeAll(({ operator }) => operator.remove('member'));

/** Sizes of the shell's files that the page has asked for, in bytes as they are sent. */
const shellFiles = (page: Page, ending = ''): Promise<number[]> =>
  page.evaluate((end) => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const own = all.filter(({ name }) => name.includes('/_shell/') && name.endsWith(end));
    return own.map(({ encodedBodySize }) => encodedBodySize);
  }, ending);

/** Weight of the page's scripts in kB, once no further ones come while the browser is idle. */
async function weightOfScripts(page: Page): Promise<number> {
  let before: number[] = [];
  await expect
    .poll(
      async () => {
        const last = before;
        before = await shellFiles(page, '.js');
        return before.length > 0 && before.length === last.length;
      },
      { intervals: [1_000] },
    )
    .toBe(true);
  return before.reduce((sum, size) => sum + size, 0) / 1_000;
}

/** A connection as a phone has it at the edge of a town: 3G as browsers' tools define it, slow. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: (400 * 1024) / 8,
    uploadThroughput: (400 * 1024) / 8,
  });
}

/** Holds requests until they are released, so that a test can look at the loading state. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test('over a slow connection the market and an installation show that they are under way, nothing jumps, and nothing is sent twice', async ({
  page,
  shell,
}) => {
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/app\/install(\?|$)/.test(request.url())) begun.push(request.url());
  });
  // The shell's own files are in the browser already, as at a second visit.
  await page.goto('/');
  await expect(shell.heading).toHaveText(/^Good /);
  await slowDown(page);

  const letCodeThrough = await hold(page, /\/_shell\/.*\.js/);
  const letListThrough = await hold(page, /\/app\/market\/list\?/);
  const letDetailThrough = await hold(page, /\/app\/market\/member$/);

  await shell.link('Marketplace').click();
  await expect(page.getByRole('progressbar', { name: 'The page is being loaded' })).toBeVisible();
  letCodeThrough();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toBeVisible();
  letListThrough();
  const install = page.getByRole('button', { name: /^Install Members/ });
  await expect(install).toBeVisible();
  await expectStill(page, 'the market');

  await install.click();
  await expect(install).toHaveAttribute('aria-busy', 'true');
  letDetailThrough();
  const panel = shell.dialog(/^Install Members/);
  const confirm = panel.getByRole('button', { name: /^Install Members/ });
  await confirm.dblclick();
  await expect(panel.getByRole('list', { name: 'Steps' })).toBeVisible();
  await expect(panel.getByText(/^Done: /)).toBeVisible();
  expect(begun).toHaveLength(1);
  await expectStill(page, 'the page behind the panel');
});

test('design 7.4: a page comes in few files, each of which costs the browser some milliseconds', async ({
  page,
}) => {
  await page.goto('/system/users');
  await expect(page.getByRole('main').getByText('admin').first()).toBeVisible();
  expect((await shellFiles(page)).length).toBeLessThan(60);
});

test('design 7.4: the scripts of the shell with the dashboard weigh at most 250 kB', async ({
  page,
  shell,
}) => {
  await page.goto('/');
  await expect(shell.heading).toHaveText(/^Good /);
  expect(await weightOfScripts(page)).toBeLessThanOrEqual(250);
});

test.describe('before a login', () => {
  test.use({ loggedIn: false });

  test('design 7.4: the scripts of the login page weigh at most 120 kB', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: /^Log in to/ })).toBeVisible();
    expect(await weightOfScripts(page)).toBeLessThanOrEqual(120);
  });
});

test('design 5.2: a page of the shell is loaded while the pointer rests on its menu', async ({
  page,
  shell,
}) => {
  const code = /\/_shell\/.*\.js/;
  const underWay = new Set<string>();
  page.on('request', (request) => code.test(request.url()) && underWay.add(request.url()));
  page.on('requestfinished', (request) => underWay.delete(request.url()));
  // A busy browser is idle late, and would fetch these when no code is let through any more.
  const idle = page.waitForResponse((response) => /\/_shell\/common-parts-[^/]*\.js/.test(response.url()));
  await page.goto('/');
  await expect(shell.heading).toHaveText(/^Good /);
  await idle;
  const loaded = page.waitForResponse((response) => /\/_shell\/list-[^/]*\.js/.test(response.url()));
  await shell.link('Marketplace').hover();
  await loaded;
  await expect.poll(() => [...underWay]).toEqual([]);
  await page.route(code, (route) => route.abort());
  await shell.link('Marketplace').click();
  await expect(shell.heading).toHaveText('Marketplace');
});
