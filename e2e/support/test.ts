import { expect, test as base } from '@playwright/test';
import { KeptPage } from './kept-page.ts';
import { Operator } from './operator.ts';
import { PageProblems } from './page-problems.ts';
import { startPlatform, type E2ePlatform } from './platform.ts';
import { RemoteStage } from './remote-stage.ts';
import { Shell } from './shell.ts';

export interface Fixtures {
  /** Fails the test for errors on the page that it has not provoked. */
  readonly problems: PageProblems;
  readonly shell: Shell;
  /**
   * Whether the browser starts with the operator's session, which such tests share; true by
   * default.
   */
  readonly loggedIn: boolean;
}
export interface WorkerFixtures {
  readonly platform: E2ePlatform;
  readonly operator: Operator;
}

/** Playwright's test with a platform, which all tests of a file share, and no other file. */
export const platformTest = base.extend<object, WorkerFixtures>({
  platform: [
    async ({ browserName: _ }, use) => {
      const { platform, stop } = await startPlatform();
      await use(platform);
      await stop();
    },
    { scope: 'worker' },
  ],
  operator: [async ({ platform }, use) => use(await Operator.login(platform)), { scope: 'worker' }],
});

/** The same with a session, and a watch over the page's console, in a browser context of its own. */
export const isolatedTest = platformTest.extend<Fixtures>({
  loggedIn: [true, { option: true }],
  baseURL: async ({ platform }, use) => use(platform.frontend),
  storageState: async ({ operator, loggedIn }, use) => use(loggedIn ? operator.session : undefined),
  problems: [
    async ({ page }, use) => {
      const problems = new PageProblems(page);
      await use(problems);
      expect(problems.unexpected, 'errors on the page').toEqual([]);
    },
    { auto: true },
  ],
  shell: async ({ page }, use) => use(new Shell(page)),
});

/** The same with one page, which the tests of a file use in turn. */
export const test = isolatedTest.extend<object, { keptPages: Map<string | undefined, KeptPage> }>({
  keptPages: [
    async ({ browserName: _ }, use) => {
      const pages = new Map<string | undefined, KeptPage>();
      await use(pages);
      for (const { page } of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  context: async ({ page }, use) => use(page.context()),
  page: async (
    { browser, platform, operator, keptPages, locale, loggedIn, viewport, contextOptions },
    use,
  ) => {
    const kept = keptPages.get(locale) ?? (await KeptPage.open(browser, platform.frontend, locale));
    keptPages.set(locale, kept);
    const session = loggedIn ? operator.session : undefined;
    await use(await kept.renew({ session, viewport, reducedMotion: contextOptions.reducedMotion ?? null }));
  },
});

/**
 * The same with one page for all tests of a file, with staged remotes. A test would notice changes
 * that an earlier one has left in the shell.
 */
export const stageTest = platformTest.extend<{ stage: RemoteStage }, { openStage: RemoteStage }>({
  openStage: [
    async ({ browser, platform, operator }, use) => {
      const { session: storageState } = operator;
      const context = await browser.newContext({ baseURL: platform.frontend, storageState, locale: 'en-US' });
      const stage = new RemoteStage(await context.newPage());
      await stage.start();
      await use(stage);
      await context.close();
    },
    { scope: 'worker' },
  ],
  stage: async ({ openStage }, use) => {
    await use(openStage);
    expect(openStage.problems.take(), 'errors on the page').toEqual([]);
  },
});

export { expect };
