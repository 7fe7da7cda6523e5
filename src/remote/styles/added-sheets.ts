import type { SheetOwners } from './sheet-owners.ts';

/** The style sheets that applications add to the page by code. */
export interface AddedSheets {
  /**
   * Marks that code of the application runs: it is loading, or a view is visible.
   * @returns a function that removes the mark
   */
  activate(code: string): () => void;
  /** Scopes the sheets that are pending now. */
  flush(): void;
}

export interface AddedSheetsOptions {
  page: Document;
  owners: Pick<SheetOwners, 'ownerOf' | 'isScoped'>;
  /** The rules as text, scoped to the application's views. */
  scope: (code: string, rules: CSSRuleList) => string;
}

/** Sheets of the shell or its development server. */
const MANAGED = '[data-remote], [data-vite-dev-id]';

/** A `<style>` element of HTML or SVG. */
type StyleElement = HTMLElement & { readonly sheet: CSSStyleSheet | null };

/**
 * Scopes `<style>` elements and constructed sheets that appear while code of applications runs, to
 * the views of their creator if it is known, else of all active applications (design 5.2).
 */
export function createAddedSheets({ page, owners, scope }: AddedSheetsOptions): AddedSheets {
  const active: string[] = [];
  const constructed = new WeakSet<CSSStyleSheet>();
  const written = new WeakMap<Node, string | null>();

  function scoped(made: object, rules: CSSRuleList): { codes: string; text: string } {
    const owner = owners.ownerOf(made);
    const codes = owner === undefined ? [...new Set(active)] : [owner];
    return { codes: codes.join(' '), text: codes.map((code) => scope(code, rules)).join('\n') };
  }
  function scopeElement(element: StyleElement): void {
    const known = written.has(element);
    if (active.length === 0 || !element.sheet || (!known && element.matches(MANAGED))) return;
    if (known && written.get(element) === element.textContent) return;
    if (!known) observer.observe(element, { childList: true, characterData: true, subtree: true });
    written.set(element, element.textContent);
    // Rules added by `insertRule` are scoped already.
    if (element.sheet.cssRules.length === 0 || element.textContent === '') return;
    const { codes, text } = scoped(element, element.sheet.cssRules);
    element.dataset['remote'] = codes;
    element.textContent = text;
    written.set(element, element.textContent);
  }
  function scopeConstructed(): void {
    for (const sheet of page.adoptedStyleSheets ?? []) {
      if (constructed.has(sheet)) continue;
      constructed.add(sheet);
      if (active.length > 0 && !owners.isScoped(sheet)) sheet.replaceSync(scoped(sheet, sheet.cssRules).text);
    }
  }
  function process(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      const changed = target instanceof Element ? target : target.parentElement;
      if (changed && isStyle(changed)) scopeElement(changed);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (isStyle(node)) scopeElement(node);
        else if (node.firstElementChild)
          for (const style of node.querySelectorAll('style')) scopeElement(style);
      }
    }
  }
  function flush(): void {
    process(observer.takeRecords());
    scopeConstructed();
  }

  const observer = new MutationObserver(process);
  return {
    flush,
    activate(code) {
      flush();
      if (active.length === 0) {
        observer.observe(page.head, { childList: true });
        observer.observe(page.body, { childList: true, subtree: true });
      }
      active.push(code);
      return () => {
        flush();
        active.splice(active.indexOf(code), 1);
        if (active.length === 0) observer.disconnect();
      };
    },
  };
}

function isStyle(element: Element): element is StyleElement {
  return element.localName === 'style' && 'sheet' in element;
}
