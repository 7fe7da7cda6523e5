import { expect, type Page } from '@playwright/test';
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

/**
 * Fails if the page stays wider than the window. A chart takes a new width a frame after the window
 * has it, which on a busy machine is later than the page is still.
 */
export async function expectFits(page: Page): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const main = document.querySelector('main');
      return Math.max(scrollWidth - clientWidth, main ? main.scrollWidth - main.clientWidth : 0);
    });
  await expect.configure({ soft: true }).poll(overflow, { message: 'pixels beyond the window' }).toBe(0);
}

/**
 * Controls of the page that are outside of the part that scrolls them: nobody sees that they are
 * there. Tabs and the matrix of rights show by their last column that they continue.
 */
export function clippedControls(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const isClipped = (control: Element): boolean => {
      const { left, right, width } = control.getBoundingClientRect();
      if (width === 0) return false;
      for (let box = control.parentElement; box && box !== main; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'visible') continue;
        const edge = box.getBoundingClientRect();
        if (right > edge.right + 1 || left < edge.left - 1) return true;
      }
      return false;
    };
    return [...main.querySelectorAll('button, a[href], input, select, textarea')]
      .filter((control) => control.closest('nav, pre, .matrix') === null && isClipped(control))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent.trim());
  });
}

/** Controls that a finger would miss; those in a line of text are as high as the line. */
export function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, summary, [role="tab"]')].flatMap(
      (control) => {
        if (control.matches('p a, pre a, .markdown a')) return [];
        const target = control.closest('label, .el-input__wrapper, .el-select__wrapper') ?? control;
        const { width, height } = target.getBoundingClientRect();
        if (width <= 1 || height <= 1 || (width >= 44 && height >= 44)) return [];
        const name = control.getAttribute('aria-label') ?? control.textContent.trim();
        return `${name}: ${Math.round(width)} x ${Math.round(height)}`;
      },
    ),
  );
}

/** Fails if elements moved without an action of the user, and names those that moved most. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const shifts = await shiftsOf(page);
  const score = shifts.reduce((sum, shift) => sum + shift.score, 0);
  const largest = shifts.toSorted((one, other) => other.score - one.score).slice(0, 5);
  const moved = largest.map((shift) => `${shift.score.toFixed(4)} ${shift.moved.join(', ')}`);
  expect.soft(score, [`${what} jumps`, ...moved].join('\n')).toBeLessThan(0.02);
}

/** By the layout-shift score, each with its elements and where they were and are. */
function shiftsOf(page: Page): Promise<Array<{ score: number; moved: string[] }>> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as Array<
            PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
              sources: Array<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>;
            }
          >;
          const describe = (node: Node | null): string =>
            node instanceof Element ? [node.localName, ...node.classList].join('.') : String(node?.nodeName);
          resolve(
            shifts
              .filter(({ hadRecentInput }) => !hadRecentInput)
              .map(({ value, sources }) => ({
                score: value,
                moved: sources.map(
                  ({ node, previousRect: before, currentRect: now }) =>
                    `${describe(node)} ${before.x},${before.y} → ${now.x},${now.y}`,
                ),
              })),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        // Where nothing has moved the observer stays silent.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
}
