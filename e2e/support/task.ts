import type { Page } from '@playwright/test';
import { countClicks } from './clicks.ts';
import type { Operator } from './operator.ts';
import type { E2ePlatform } from './platform.ts';
import { takePicture } from './presentable.ts';
import type { Shell } from './shell.ts';
import { expect } from './test.ts';

/** State that a task starts with. */
export interface Stage {
  readonly page: Page;
  readonly shell: Shell;
  readonly operator: Operator;
  readonly platform: E2ePlatform;
}

/** One of the thirty tasks, done from the start page as a stranger would. (design 15.8) */
export interface Task {
  readonly name: string;
  /** Most presses of the pointer, from the start page on. */
  readonly clicks: number;
  readonly prepare?: (stage: Stage) => Promise<unknown>;
  readonly run: (stage: Stage) => Promise<void>;
}

export const main = (page: Page) => page.getByRole('main');
export const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();

/** Types into the search of the list; its key works once the list is there. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(main(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(text);
}

/** The name of a task's test. */
export const titleOf = ({ name, clicks }: Task): string => `${name}: ${clicks} clicks`;

/** Does a task from the start page on, and fails if it takes more presses than it may. */
export async function perform({ clicks, prepare, run }: Task, stage: Stage): Promise<void> {
  const { page, shell } = stage;
  await prepare?.(stage);
  await page.goto('/');
  await expect(shell.directory('System')).toBeVisible();
  const counted = await countClicks(page);
  await run(stage);
  expect(await counted()).toBeLessThanOrEqual(clicks);
  await takePicture(page, 'end');
}
