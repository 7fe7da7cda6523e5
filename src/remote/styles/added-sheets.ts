import type { SheetOwners } from './sheet-owners.ts';

/** The sheets that applications put into the page by code. */
export interface AddedSheets {
  /** From now on code of the application runs: it is loaded, or a view of it is in sight. @returns to be called at the end */
  work(code: string): () => void;
  /** Holds what is there now. */
  look(): void;
}

export interface AddedSheetsOptions {
  page: Document;
  owners: Pick<SheetOwners, 'ownerOf' | 'isHeld'>;
  /** The text of rules, held inside the application's views. */
  scope: (code: string, rules: CSSRuleList) => string;
}

/** Kept by the shell, or its development server. */
const HELD = '[data-remote], [data-vite-dev-id]';

/** An element whose text is a sheet: of HTML, or of SVG. */
type StyleElement = HTMLElement & { readonly sheet: CSSStyleSheet | null };

/**
 * Holds `<style>` elements and constructed sheets that appear in the page while code of applications runs: in the views of the application
 * that made them, where that is known, or else of those at work (design 5.2).
 */
export function createAddedSheets({ page, owners, scope }: AddedSheetsOptions): AddedSheets {
  const atWork: string[] = [];
  const constructed = new WeakSet<CSSStyleSheet>();
  const written = new WeakMap<Node, string | null>();

  function scoped(made: object, rules: CSSRuleList): { codes: string; text: string } {
    const owner = owners.ownerOf(made);
    const codes = owner === undefined ? [...new Set(atWork)] : [owner];
    return { codes: codes.join(' '), text: codes.map((code) => scope(code, rules)).join('\n') };
  }
  function hold(element: StyleElement): void {
    const known = written.has(element);
    if (atWork.length === 0 || !element.sheet || (!known && element.matches(HELD))) return;
    if (known && written.get(element) === element.textContent) return;
    if (!known) observer.observe(element, { childList: true, characterData: true, subtree: true });
    written.set(element, element.textContent);
    // Rules that came by `insertRule` are held already.
    if (element.sheet.cssRules.length === 0 || element.textContent === '') return;
    const { codes, text } = scoped(element, element.sheet.cssRules);
    element.dataset['remote'] = codes;
    element.textContent = text;
    written.set(element, element.textContent);
  }
  function holdConstructed(): void {
    for (const sheet of page.adoptedStyleSheets ?? []) {
      if (constructed.has(sheet)) continue;
      constructed.add(sheet);
      if (atWork.length > 0 && !owners.isHeld(sheet)) sheet.replaceSync(scoped(sheet, sheet.cssRules).text);
    }
  }
  function take(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      const changed = target instanceof Element ? target : target.parentElement;
      if (changed && isStyle(changed)) hold(changed);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (isStyle(node)) hold(node);
        else if (node.firstElementChild) for (const style of node.querySelectorAll('style')) hold(style);
      }
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
        observer.observe(page.head, { childList: true });
        observer.observe(page.body, { childList: true, subtree: true });
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

function isStyle(element: Element): element is StyleElement {
  return element.localName === 'style' && 'sheet' in element;
}
