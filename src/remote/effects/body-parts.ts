/** What the shell, Element Plus and browsers put under the body, and what shows nothing. */
const NOBODYS = '[data-shell], [id^="el-"], [class^="el-"], script, style, link, template';

/** What the views of applications have put under the body. */
export interface BodyParts {
  /**
   * A view of an application comes: what the application has there is shown again.
   * @returns to be called when it has left: what it has put there goes out of sight, unless another of its views has come
   */
  enter(app: string): () => void;
}

interface Part {
  readonly app: string;
  /** What `display` was, while it is out of sight. */
  display?: string;
}

/**
 * Keeps what an application puts under the body from lying over other pages (design 9.6-36): an overlay, or a popup of a view that is
 * kept while another page is shown. Nothing is removed, since its code may go on using it.
 */
export function createBodyParts(page: Document = document): BodyParts {
  const parts = new Map<HTMLElement, Part>();
  let before = new Set<Element>();
  let current: { readonly app: string } | undefined;

  /** What has come since the current view did is its application's. */
  function claim(): void {
    for (const element of parts.keys()) if (!element.isConnected) parts.delete(element);
    if (!current) return;
    for (const element of page.body.children) {
      if (!(element instanceof HTMLElement) || before.has(element) || element.matches(NOBODYS)) continue;
      if (!parts.has(element)) parts.set(element, { app: current.app });
    }
  }
  function show(app: string): void {
    for (const [element, part] of parts) {
      if (part.app !== app || part.display === undefined) continue;
      element.style.display = part.display;
      delete part.display;
    }
  }
  function hide(app: string): void {
    for (const [element, part] of parts) {
      if (part.app !== app || part.display !== undefined) continue;
      part.display = element.style.display;
      element.style.setProperty('display', 'none', 'important');
      // A modal one would keep the page from answering, seen or not.
      if (element instanceof HTMLDialogElement) element.close();
    }
  }

  return {
    enter(app) {
      claim();
      const visit = { app };
      current = visit;
      before = new Set(page.body.children);
      show(app);
      return () => {
        if (current === visit) {
          claim();
          current = undefined;
        }
        if (current?.app !== app) hide(app);
      };
    },
  };
}
