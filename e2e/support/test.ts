import { expect, test as base } from '@playwright/test';
import { KeptPage } from './kept-page.ts';
import { KeptStage } from './kept-stage.ts';
import { Operator } from './operator.ts';
import { PageProblems } from './page-problems.ts';
import { startPlatform, type E2ePlatform } from './platform.ts';
import type { RemoteStage, StagedRemote } from './remote-stage.ts';
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
/** Shared by the tests of a worker; equal for all kinds of tests, so that files share a worker. */
export interface WorkerFixtures {
  readonly platform: E2ePlatform;
  readonly operator: Operator;
  /** By their language. */
  readonly keptPages: Map<string | undefined, KeptPage>;
  readonly keptStage: KeptStage;
}

/** Playwright's test with a platform, which all tests of a project share. */
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
  keptPages: [
    async ({ browserName: _ }, use) => {
      const pages = new Map<string | undefined, KeptPage>();
      await use(pages);
      for (const { page } of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  keptStage: [
    async ({ browser, platform, operator }, use) => {
      const open = () => KeptPage.open(browser, platform.frontend, 'en-US');
      const kept = new KeptStage(open, operator.session);
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
});

/** The same with a session and a watch over the page's console, in a browser context of its own. */
export const isolatedTest = platformTest.extend<Fixtures>({
  loggedIn: [true, { option: true }],
  baseURL: async ({ platform }, use) => use(platform.frontend),
  storageState: async ({ operator, loggedIn, locale }, use) => {
    await operator.forgetLook(locale);
    await use(loggedIn ? operator.session : undefined);
  },
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

/** The same with a page that the tests use in turn. */
export const test = isolatedTest.extend({
  context: async ({ page }, use) => use(page.context()),
  page: async ({ browser, platform, operator, keptPages, locale, loggedIn, viewport }, use) => {
    const kept = keptPages.get(locale) ?? (await KeptPage.open(browser, platform.frontend, locale));
    keptPages.set(locale, kept);
    const session = loggedIn ? operator.session : undefined;
    const renewed = await kept.renew({ session, viewport });
    // Once the page before is left, which may still send what the person chose there.
    await operator.forgetLook(locale);
    await use(renewed);
  },
});

/**
 * The same with one stage for all tests of a file. A test would notice changes that an earlier one
 * has left in the shell.
 */
export const stageTest = platformTest.extend<{ remotes: readonly StagedRemote[]; stage: RemoteStage }>({
  ...withRemotes(() => []),
  stage: async ({ keptStage, operator, remotes }, use, { file }) => {
    await operator.forgetLook('en-US');
    const stage = await keptStage.of(file, remotes);
    await use(stage);
    expect(stage.problems.take(), 'errors on the page').toEqual([]);
  },
});

/** Remotes on the stage of a file from the beginning. Playwright gives lists another meaning. */
export function withRemotes(make: () => readonly StagedRemote[] | Promise<readonly StagedRemote[]>) {
  type Use = (remotes: readonly StagedRemote[]) => Promise<void>;
  return { remotes: async ({ browserName: _ }: { browserName: string }, use: Use) => use(await make()) };
}

export { expect };
