import type { Page } from '@playwright/test';
import type { CheckedPage } from './pages.ts';

export const wide = { width: 1280, height: 800 };
export const phone = { width: 360, height: 740 };

/** Opens a page and waits until what it shows has come. */
export async function showPage(page: Page, { path, ready }: CheckedPage): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByText(ready).first().waitFor();
  await settle(page);
}

/**
 * Waits until the page is idle: theme applied, fonts loaded, no animation running or about to run.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isStill = (): boolean =>
      document.querySelector('[aria-busy="true"]') === null &&
      getComputedStyle(document.documentElement).colorScheme ===
        (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') &&
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
        );
    // A transition's first state is on screen for up to two frames before it runs.
    for (let frame = 0; frame < 3; frame++) {
      if (!isStill()) return false;
      await new Promise(requestAnimationFrame);
    }
    return isStill();
  });
  await page.evaluate(() => document.fonts.ready);
}

/** By how many pixels the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const main = document.querySelector('main');
    return Math.max(scrollWidth - clientWidth, main ? main.scrollWidth - main.clientWidth : 0);
  });
}

/** Elements that moved without an action of the user, by the layout-shift score. */
export function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as Array<
            PerformanceEntry & { value: number; hadRecentInput: boolean }
          >;
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Where nothing has moved the observer stays silent.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
}
