import type { Locator, Page } from '@playwright/test';
import { enableLocalStorage } from '../scripts/lib/enable-local-storage.ts';
import { failedRequests } from './support/failed-requests.ts';
import { HelloPage } from './support/hello-page.ts';
import { Operator } from './support/operator.ts';
import type { E2ePlatform } from './support/platform.ts';
import { expect, test as base } from './support/test.ts';
import { missingServer, startTwoHosts, type TwoHosts } from './support/two-hosts.ts';
import { LONG } from './support/long.ts';

const missing = await missingServer();

/** The page and its operator are on the first host, a colleague uses the second one. */
const test = base.extend<object, { hosts: TwoHosts; colleague: Operator }>({
  hosts: [
    async ({ browserName: _ }, use) => {
      const hosts = await startTwoHosts();
      await use(hosts);
      await hosts.stop();
    },
    { scope: 'worker' },
  ],
  platform: [async ({ hosts }, use) => use(hosts.first), { scope: 'worker' }],
  colleague: [
    async ({ hosts: { second } }, use) => {
      const colleague = await Operator.login(second);
      await enableLocalStorage(colleague.api);
      await colleague.offer('hello', '1.0.0', second.packages.hello);
      await colleague.offer('hello', '1.1.0', second.packages.hello110);
      await use(colleague);
    },
    { scope: 'worker' },
  ],
});

/** A page that its stream does not tell asks once a minute. */
const SOON_MS = 5_000;

test.skip(missing !== undefined, missing);

/** A page on which someone types, and what it has asked its host for. */
interface Typing {
  readonly hello: HelloPage;
  readonly title: Locator;
  readonly failed: readonly string[];
  /** How often the page has opened a stream of events. */
  readonly streams: () => number;
}

/** Opens the list of `hello` on the first host, and begins to type. */
async function beginToType(page: Page): Promise<Typing> {
  let streams = 0;
  page.on('request', (request) => {
    if (request.url().includes('/app/runtime/events')) streams += 1;
  });
  const failed = failedRequests(page);
  const told = page.waitForResponse(/\/app\/runtime\/events/);
  const hello = new HelloPage(page);
  await hello.open();
  await told;
  const form = await hello.add();
  const title = form.getByRole('textbox', { name: 'Title' });
  await title.fill('Half a sen');
  return { hello, title, failed, streams: () => streams };
}

/** The backend of `hello` that a host runs. */
async function backendOf({ api }: E2ePlatform): Promise<unknown> {
  const authorization = `Basic ${Buffer.from('monitor:monitor').toString('base64')}`;
  const response = await fetch(`${api}/actuator/health/applications`, { headers: { authorization } });
  const { details } = (await response.json()) as {
    details: { hello?: { state: string; version: string } };
  };
  return { state: details.hello?.state, version: details.hello?.version };
}

test.beforeEach(async ({ colleague, problems }) => {
  // Package 1.1.0 is package 1.0.0 with another number. Its frontend still reports 1.0.0, so the
  // shell warns.
  problems.provoke(/^uncaught: hello: load/);
  await colleague.renew('hello', '1.0.0');
});

test('issue H: another host upgrades the application of a half filled form: the page is told, and keeps it', async ({
  page,
  shell,
  platform,
  colleague,
}) => {
  const { hello, title, failed, streams } = await beginToType(page);
  const loadedAt = await shell.loadedAt();
  const install = await colleague.find('hello');
  const begun = performance.now();
  await colleague.api.post(`/app/install/${install?.installId ?? 0}/upgrade`, { version: '1.1.0' });
  const upgradedMs = performance.now() - begun;
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Hello 1.1.0 is installed.' });
  await expect(notice).toBeVisible();
  // The upgrade itself tells how busy the machine is.
  expect(performance.now() - begun).toBeLessThan(SOON_MS + 2 * upgradedMs);
  await expect(page.getByRole('img', { name: 'An update is available' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Unsaved input' })).toBeVisible();
  expect(await backendOf(platform)).toEqual({ state: 'loaded', version: '1.1.0' });

  const update = notice.getByRole('button', { name: 'Update now' });
  await update.click();
  await shell.dialog('Update and discard your input?').getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Half a sen');
  await title.press('End');
  await title.pressSequentially('tence');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(title).toBeHidden();
  await expect(hello.row('Half a sentence')).toBeVisible();

  await update.click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('img', { name: 'An update is available' })).toBeHidden();
  await expect.poll(() => hello.loadedVersions()).toContain('1.1.0');
  await expect(hello.row('Half a sentence')).toBeVisible();
  expect(await shell.loadedAt()).toBe(loadedAt);
  expect(streams()).toBe(1);
  expect(failed).toEqual([]);
});

test(
  'issue H: another host removes the application of a half filled form: what was typed stays',
  LONG,
  async ({ page, shell, colleague }) => {
    const { title, failed, streams } = await beginToType(page);
    const begun = performance.now();
    await colleague.remove('hello');
    const removedMs = performance.now() - begun;
    await expect(shell.directory('Hello')).toBeHidden();
    await expect(page.getByText('Hello is no longer available.')).toBeVisible();
    expect(performance.now() - begun).toBeLessThan(SOON_MS + 2 * removedMs);
    await expect(title).toHaveValue('Half a sen');
    expect(streams()).toBe(1);
    expect(failed).toEqual([]);

    await colleague.ensure('hello', '1.1.0');
    await expect(shell.directory('Hello')).toBeVisible();
  },
);
