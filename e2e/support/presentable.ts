import { isLongRun } from '@platform/package-format/testing';
import type { Page } from '@playwright/test';
import { violationsOf } from './accessibility.ts';
import { expect } from './test.ts';
import { overflow, phone, settle } from './visual.ts';

/**
 * Accessibility in the light theme, then the width of a phone. In the long run contrast in the dark
 * theme too; `scripts/theme-contrast.test.ts` compares its colours in the short one.
 */
export async function expectPresentable(page: Page): Promise<void> {
  expect.soft(await violationsOf(page), 'light').toEqual([]);
  if (isLongRun) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    expect.soft(await violationsOf(page, ['color-contrast']), 'dark').toEqual([]);
  }
  await page.setViewportSize(phone);
  await settle(page);
  expect.soft(await overflow(page), 'pixels beyond 360').toBe(0);
}
