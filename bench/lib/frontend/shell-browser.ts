import { chromium, type Browser, type Page } from '@playwright/test';
import type { BrowserSession } from '../../../scripts/lib/browser-session.ts';
import { findChromium } from '../../../scripts/lib/browser.ts';

/** Where a shell is, and the session it is opened with. */
export interface ShellAddress {
  readonly frontend: string;
  readonly session: BrowserSession;
}

/** Chromium with shells in it; each page has a context, and with it a cache, of its own. */
export class ShellBrowser {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<ShellBrowser> {
    const executablePath = findChromium();
    const args = ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'];
    return new ShellBrowser(await chromium.launch({ ...(executablePath ? { executablePath } : {}), args }));
  }

  /** An empty page; logged in when there is a session. */
  async page(address?: ShellAddress): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...(address === undefined ? {} : { storageState: address.session }),
    });
    return context.newPage();
  }

  /** The shell at its dashboard, with every directory of the menu open. */
  async shell(session: ShellAddress): Promise<Page> {
    const page = await this.page(session);
    await page.goto(session.frontend);
    await page.locator('main h1').waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first().waitFor();
    return page;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

/**
 * Navigates as a click in the menu does, without the hover that would prefetch the page.
 * @returns milliseconds until a row of the table is painted
 */
export function timeToRows(page: Page, path: string): Promise<number> {
  return page.evaluate(async (href) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${href}"]`);
    if (!link) throw new Error(`The menu has no link to ${href}.`);
    const startedAt = performance.now();
    link.click();
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const there = location.pathname === href && document.querySelector('main .data-row');
        if (!there && performance.now() - startedAt > 60_000) reject(new Error(`${href} shows no rows.`));
        else requestAnimationFrame(there ? () => resolve() : look);
      };
      look();
    });
    return performance.now() - startedAt;
  }, path);
}

/** Opens the directories of the menu. */
export async function openDirectories(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('nav button[aria-expanded="false"]'))
      button.click();
  });
}
