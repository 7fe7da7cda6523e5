import { setTimeout as sleep } from 'node:timers/promises';
import { openDirectories, timeToRows, type ShellAddress, type ShellBrowser } from './shell-browser.ts';

/** Milliseconds from click to rows, for two views one after the other in a new browser context. */
export interface ViewTimes {
  readonly first: number;
  readonly second: number;
}

/** Pause in which the shell finishes its own work, which is not the view's. */
const QUIET_MS = 700;

export async function measureViews(
  browser: ShellBrowser,
  address: ShellAddress,
  [first, second]: readonly [string, string],
): Promise<ViewTimes> {
  const page = await browser.shell(address);
  await openDirectories(page);
  await sleep(QUIET_MS);
  const times = { first: await timeToRows(page, first), second: await timeToRows(page, second) };
  await page.context().close();
  return times;
}
