import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { openDirectories, timeToRows, type ShellAddress, type ShellBrowser } from './shell-browser.ts';

/** Memory of the page after a full collection. */
export interface Held {
  /** Views that had been opened and closed by then. */
  readonly after: number;
  /** KiB. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

const QUIET_MS = 500;

/** Opens a view and closes its tab, over and over, and looks now and then at what is held. */
export async function measureMemory(
  browser: ShellBrowser,
  address: ShellAddress,
  path: string,
  times: number,
  looks: number,
): Promise<Held[]> {
  const page = await browser.shell(address);
  await openDirectories(page);
  const session = await page.context().newCDPSession(page);
  const held: Held[] = [];
  for (let turn = 1; turn <= times; turn++) {
    await timeToRows(page, path);
    await closeTab(page, path);
    if (turn % (times / looks) === 0) held.push(await look(session, turn));
  }
  await page.context().close();
  return held;
}

async function closeTab(page: Page, path: string): Promise<void> {
  await page.evaluate(async (own) => {
    document.querySelector<HTMLElement>('.tab--active .tab__end')?.click();
    await new Promise<void>((resolve, reject) => {
      const until = performance.now() + 5000;
      const check = (): void => {
        if (location.pathname !== own) return resolve();
        if (performance.now() > until) return reject(new Error(`The tab of ${own} does not close.`));
        requestAnimationFrame(check);
      };
      check();
    });
  }, path);
}

async function look(session: CDPSession, after: number): Promise<Held> {
  // Leaving ends after its transition.
  await sleep(QUIET_MS);
  // The second collection frees objects that the first one finalises.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { after, heap: usedSize / 1024, nodes, listeners: jsEventListeners };
}
