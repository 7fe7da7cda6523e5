import type { BrowserContextOptions, Page } from '@playwright/test';
import { test } from './test.ts';

const viewport = { width: 1440, height: 900 };

let shared: Page;

/** The same with one page for all tests of a group, so that modules are loaded once. */
export const sharedPageTest = test.extend({
  page: async ({ browser: _ }, use) => {
    await shared.emulateMedia({ colorScheme: 'light' });
    await shared.setViewportSize(viewport);
    await use(shared);
    await shared.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Opens the shared page before the tests of the calling group and closes it after them. */
export function sharePage({ locale = 'en-US' }: Pick<BrowserContextOptions, 'locale'> = {}): void {
  sharedPageTest.beforeAll(async ({ browser, platform, operator }) => {
    const origin = { baseURL: platform.frontend, storageState: operator.session };
    const context = await browser.newContext({ ...origin, locale, viewport, reducedMotion: 'reduce' });
    shared = await context.newPage();
    // Each test begins with the one tab that it opens.
    await shared.addInitScript(() => sessionStorage.clear());
  });
  sharedPageTest.afterAll(() => shared.context().close());
}
