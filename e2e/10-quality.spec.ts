import type { Page } from '@playwright/test';
import { violationsOf } from './support/accessibility.ts';
import { checkedPages } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { overflow, phone, settle, showPage } from './support/visual.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeAll(async ({ operator }) => {
  for (const code of ['hello', 'member']) await operator.ensure(code, '1.0.0');
});

/** Accessibility, colours in both themes, then the width of a phone. */
async function check(page: Page): Promise<void> {
  expect.soft(await violationsOf(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  expect.soft(await violationsOf(page, ['color-contrast']), 'dark').toEqual([]);
  await page.setViewportSize(phone);
  await settle(page);
  expect.soft(await overflow(page), 'pixels beyond 360').toBe(0);
}

for (const checked of checkedPages) {
  test(`${checked.name}: accessible in light and dark, and fits a phone`, async ({ page }) => {
    await showPage(page, checked);
    await check(page);
  });
}

test.describe('without a session', () => {
  test.use({ loggedIn: false });
  test('login: accessible in light and dark, and fits a phone', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check(page);
  });
});

test('nothing jumps while the first view of an application is loaded', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: Array<{ value: number; sources: string[] }> = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: Array<{ node?: Element }>;
        };
        shifts.push({ value, sources: sources.map(({ node }) => node?.className ?? '') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/hello/items');
  await page.getByText('Read the getting started guide').waitFor();
  await settle(page);
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: Array<{ value: number; sources: string[] }> }).shifts,
  );
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, JSON.stringify(shifts)).toBeLessThan(0.02);
});
