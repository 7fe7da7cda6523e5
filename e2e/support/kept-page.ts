import type { Browser, Page } from '@playwright/test';
import type { BrowserSession } from '../../scripts/lib/browser-session.ts';
import { noteNotices } from './notices.ts';

/** State that a test begins with. */
interface Start {
  /** None: nobody has logged in. */
  readonly session: BrowserSession | undefined;
  /** Null: as it is. */
  readonly viewport: { width: number; height: number } | null;
}

/** A page of the shell's origin without code that could store something when it is left. */
const EMPTY = '/empty-page-between-tests';
/** Names an icon, as the browser would ask for one. */
const emptyPage = '<!doctype html><link rel="icon" href="data:,">';
const listened = ['console', 'dialog', 'pageerror', 'request', 'response'] as const;

/**
 * A page in a browser context of its own that tests use in turn. What it has fetched and compiled
 * it need not fetch and compile again, which is most of what a page costs.
 */
export class KeptPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser, baseURL: string, locale: string | undefined): Promise<KeptPage> {
    const context = await browser.newContext({ baseURL, ...(locale ? { locale } : {}) });
    await noteNotices(context);
    return new KeptPage(await context.newPage());
  }

  /** Makes the page as good as new but for what it has fetched. */
  async renew({ session, viewport }: Start): Promise<Page> {
    const { page } = this;
    const context = page.context();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.route(EMPTY, (route) => route.fulfill({ contentType: 'text/html', body: emptyPage }));
    await page.goto(EMPTY);
    await page.unroute(EMPTY);
    for (const event of listened) page.removeAllListeners(event);
    await page.evaluate(
      (entries) => {
        sessionStorage.clear();
        localStorage.clear();
        for (const { name, value } of entries) localStorage.setItem(name, value);
      },
      session?.origins.flatMap(({ localStorage }) => localStorage) ?? [],
    );
    await context.clearCookies();
    if (session) await context.addCookies(session.cookies);
    await context.clearPermissions();
    await page.mouse.move(0, 0);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    return page;
  }
}
