import { isLongRun } from '@platform/package-format/testing';
import { test, type Page } from '@playwright/test';
import { violationsOf } from './accessibility.ts';
import { expect } from './test.ts';
import { clippedControls, expectFits, phone, settle } from './visual.ts';

/**
 * Accessibility in the light theme, then the width of a phone. In the long run contrast in the dark
 * theme and pictures too; `scripts/theme-contrast.test.ts` compares the colours in the short one.
 */
export async function expectPresentable(page: Page, name = 'page'): Promise<void> {
  const size = page.viewportSize();
  expect.soft(await violationsOf(page), 'light').toEqual([]);
  await takePicture(page, `${name}-light`);
  if (isLongRun) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    expect.soft(await violationsOf(page, ['color-contrast']), 'dark').toEqual([]);
    await takePicture(page, `${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(phone);
  await settle(page);
  await expectFits(page);
  await expect
    .configure({ soft: true })
    .poll(() => clippedControls(page), { message: 'controls beyond 360' })
    .toEqual([]);
  await takePicture(page, `${name}-phone`);
  if (size) await page.setViewportSize(size);
}

/** Keeps a picture of the page beside the results, in the long run: nothing compares it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!isLongRun) return;
  await settle(page);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}
