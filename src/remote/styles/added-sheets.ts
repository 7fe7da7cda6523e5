import { scopeSheet } from './scope-sheet.ts';

/** The sheets that applications put into the page by code. */
export interface AddedSheets {
  /** From now on code of the application runs: it is loaded, or a view of it is on screen. @returns to be called at the end */
  work(code: string): () => void;
  /** Holds what is there now: nothing tells of constructed sheets. */
  look(): void;
}

type ScopedRules = Parameters<typeof scopeSheet>[0];

/** Kept by the shell, or its development server. */
const HELD = '[data-remote], [data-vite-dev-id]';

/**
 * Holds `<style>` elements and constructed sheets that appear in the page while code of applications runs in the views of these
 * applications: whose they are cannot be told, and nobody else adds any (design 5.2).
 */
export function createAddedSheets(page: Document = document): AddedSheets {
  const atWork: string[] = [];
  const constructed = new WeakSet<CSSStyleSheet>();
  const written = new WeakMap<Node, string | null>();

  const scoped = (rules: ScopedRules): string =>
    [...new Set(atWork)].map((code) => scopeSheet(rules, code, page.baseURI).text).join('\n');

  function hold(element: HTMLStyleElement): void {
    const known = written.has(element);
    if (atWork.length === 0 || !element.sheet || (!known && element.matches(HELD))) return;
    if (known && written.get(element) === element.textContent) return;
    if (!known) observer.observe(element, { childList: true, characterData: true, subtree: true });
    written.set(element, element.textContent);
    if (element.sheet.cssRules.length === 0) return;
    element.dataset['remote'] = [...new Set(atWork)].join(' ');
    element.textContent = scoped(element.sheet.cssRules);
    written.set(element, element.textContent);
  }
  function holdConstructed(): void {
    for (const sheet of page.adoptedStyleSheets ?? []) {
      if (constructed.has(sheet)) continue;
      constructed.add(sheet);
      if (atWork.length > 0) sheet.replaceSync(scoped(sheet.cssRules));
    }
  }
  function take(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      const changed = target instanceof Element ? target : target.parentElement;
      for (const node of [changed, ...addedNodes]) if (node instanceof HTMLStyleElement) hold(node);
    }
  }
  function look(): void {
    take(observer.takeRecords());
    holdConstructed();
  }

  const observer = new MutationObserver(take);
  return {
    look,
    work(code) {
      look();
      if (atWork.length === 0) {
        for (const part of [page.head, page.body]) observer.observe(part, { childList: true });
      }
      atWork.push(code);
      return () => {
        look();
        atWork.splice(atWork.indexOf(code), 1);
        if (atWork.length === 0) observer.disconnect();
      };
    },
  };
}
