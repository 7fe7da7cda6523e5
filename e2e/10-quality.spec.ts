import type { Page } from '@playwright/test';
import { checkedPages } from './support/pages.ts';
import { expectPresentable } from './support/presentable.ts';
import { sharedPageTest as looking, sharePage } from './support/shared-page.ts';
import { expect, test } from './support/test.ts';
import { showPage } from './support/visual.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeAll(async ({ operator }) => {
  for (const code of ['hello', 'member']) await operator.ensure(code, '1.0.0');
});

test.describe('each page', () => {
  sharePage();
  for (const checked of checkedPages) {
    looking(`${checked.name}: accessible in light and dark, and fits a phone`, async ({ page }) => {
      await showPage(page, checked);
      await expectPresentable(page);
    });
  }
});

test.describe('without a session', () => {
  test.use({ loggedIn: false });
  test('login: accessible in light and dark, and fits a phone', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectPresentable(page);
  });
});

/** The layout shifts that no input caused while pages are loaded, by the layout-shift score. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
}

test('no page jumps while it is loaded, and none says anything on the console', async ({ page }) => {
  test.setTimeout(180_000);
  const said: string[] = [];
  page.on('console', (message) => said.push(`${page.url()} ${message.type()}: ${message.text()}`));
  const shifts = await watchShifts(page);
  for (const checked of checkedPages) {
    await showPage(page, checked);
    expect.soft(await shifts(), `${checked.name} jumps`).toBeLessThan(0.02);
  }
  expect(said).toEqual([]);
});
