import { expect, type BrowserContext, type Page } from '@playwright/test';

const KEPT = 'noticesOfTheTest';

/** Has pages note what they say: a notice is gone before a busy machine looks. */
export async function noteNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript((name) => {
    const said: string[] = [];
    Object.assign(globalThis, { [name]: said });
    const note = ({ addedNodes }: MutationRecord): void => {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        // The first one comes with the place for all.
        for (const notice of node.matches('.notice') ? [node] : node.querySelectorAll('.notice'))
          if (notice.checkVisibility())
            said.push(notice.querySelector('.notice__words')?.textContent.trim() ?? '');
      }
    };
    new MutationObserver((records) => records.forEach(note)).observe(document, {
      childList: true,
      subtree: true,
    });
  }, KEPT);
}

/** Waits until the page says this in a notice, or has said it since it was loaded. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  // A page that is being left has said nothing yet.
  const said = (): Promise<readonly string[]> =>
    page.evaluate((name) => (Reflect.get(globalThis, name) ?? []) as string[], KEPT).catch(() => []);
  const wanted: unknown = typeof text === 'string' ? text : expect.stringMatching(text);
  await expect.poll(said, { message: 'notices of the page' }).toContainEqual(wanted);
}
