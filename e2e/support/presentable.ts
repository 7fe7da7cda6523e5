import type { Page } from '@playwright/test';
import { violationsOf } from './accessibility.ts';
import { expect } from './test.ts';
import { overflow, phone, settle } from './visual.ts';

/** Accessibility in the light theme, contrast in the dark one, then the width of a phone. */
export async function expectPresentable(page: Page): Promise<void> {
  expect.soft(await violationsOf(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violationsOf(page, ['color-contrast']), 'dark').toEqual([]);
  await page.setViewportSize(phone);
  await settle(page);
  expect.soft(await overflow(page), 'pixels beyond 360').toBe(0);
}
