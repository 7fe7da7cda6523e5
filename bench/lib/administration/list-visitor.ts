import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import type { ShellBrowser } from '../frontend/shell-browser.ts';
import { processorNanoseconds } from '../processor-time.ts';
import { installListSteps } from './list-steps.ts';
import type { Site } from './site-host.ts';
import { installStopwatch, type Painted } from './stopwatch.ts';

export const STEPS = ['opened', 'next page', 'sorted', '100 rows', 'searched', 'record', 'again'] as const;
export type Step = (typeof STEPS)[number];

export interface Measured extends Painted {
  /** Milliseconds of processor time, of the page's main thread and of the host. */
  readonly page: number;
  readonly host: number;
}

/** Pause in which the shell finishes its own work, which is not the list's. */
const QUIET_MS = 200;
/** A machine that others use as well is slow at times, which is no failure. */
const MOST_MS = 120_000;
const USUAL_ROWS = 20;
const MANY_ROWS = 100;

/** A person in a new browser who goes through the lists of a shell. */
export class ListVisitor {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  readonly #pid: number;

  private constructor(page: Page, cdp: CDPSession, pid: number) {
    this.#page = page;
    this.#cdp = cdp;
    this.#pid = pid;
  }

  static async enter(browser: ShellBrowser, { address, pid }: Site): Promise<ListVisitor> {
    const page = await browser.page(address);
    page.setDefaultTimeout(MOST_MS);
    await page.goto(address.frontend);
    await page.locator('main h1').waitFor();
    await page.evaluate(installStopwatch);
    await page.evaluate(installListSteps);
    const cdp = await page.context().newCDPSession(page);
    // Others on the machine take time of the clock, but none of the thread.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new ListVisitor(page, cdp, pid);
  }

  /** Paths of the host's pages that have a list with rows. */
  async lists(): Promise<string[]> {
    const lists: string[] = [];
    for (const path of await this.#page.evaluate(() => window.listSteps.paths())) {
      await this.#page.evaluate((each) => window.listSteps.go(each), path);
      await this.#settle();
      if (await this.#page.evaluate(() => window.listSteps.hasRows())) lists.push(path);
      await this.#leave();
    }
    return lists;
  }

  /** Does each step that the page has, and leaves it. */
  async visit(path: string): Promise<Map<Step, Measured>> {
    const found = new Map<Step, Measured>();
    const step = async (name: Step, act: () => Promise<Painted | undefined>): Promise<void> => {
      const measured = await this.#measure(act);
      if (measured) found.set(name, measured);
    };
    const page = this.#page;
    const resize = (rows: number) => page.evaluate((count) => window.listSteps.resize(count), rows);
    await step('opened', () => page.evaluate((each) => window.listSteps.open(each), path));
    await step('next page', () => page.evaluate(() => window.listSteps.next()));
    await step('sorted', () => page.evaluate(() => window.listSteps.sort()));
    await step('100 rows', () => resize(MANY_ROWS));
    await resize(USUAL_ROWS);
    await this.#settle();
    await step('searched', () => page.evaluate(() => window.listSteps.search()));
    await page.evaluate(() => window.listSteps.clearSearch());
    await this.#settle();
    await step('record', () => page.evaluate(() => window.listSteps.record()));
    await this.#leave();
    await step('again', () => page.evaluate((each) => window.listSteps.open(each), path));
    await this.#leave();
    return found;
  }

  async close(): Promise<void> {
    await this.#page.context().close();
  }

  async #measure(act: () => Promise<Painted | undefined>): Promise<Measured | undefined> {
    const before = { page: await this.#mainThread(), host: processorNanoseconds(this.#pid) };
    const painted = await act();
    const host = (processorNanoseconds(this.#pid) - before.host) / 1e6;
    const page = (await this.#mainThread()) - before.page;
    if (painted) await this.#settle();
    return painted && { ...painted, page, host };
  }

  /** Milliseconds that the page's main thread has worked. */
  async #mainThread(): Promise<number> {
    const { metrics } = await this.#cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN) * 1000;
  }

  async #settle(): Promise<void> {
    await sleep(QUIET_MS);
    await this.#page.waitForFunction(() => window.listSteps.isStill());
  }

  /** Closes drawers and tabs, so that no page is kept for the next visit. */
  async #leave(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.#page.evaluate(() => window.listSteps.closeTabs());
    await this.#settle();
  }
}
