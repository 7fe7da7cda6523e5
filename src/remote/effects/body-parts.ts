/** Children of the body that the shell, Element Plus or browsers add, or that are invisible. */
const NOT_OWNED = '[data-shell], [id^="el-"], [class^="el-"], script, style, link, template';

/** Elements that views of applications have added to the body. */
export interface BodyParts {
  /**
   * Shows the elements of an application, one of whose views becomes visible.
   * @returns call when the view leaves; hides them unless another view of the application follows
   */
  enter(app: string): () => void;
}

interface Part {
  readonly app: string;
  /** The previous `display`, while hidden. */
  display?: string;
}

/**
 * Keeps overlays and popups that an application adds to the body from covering other pages
 * (design 9.6-36). They are hidden, not removed, because the application may still use them.
 */
export function createBodyParts(page: Document = document): BodyParts {
  const parts = new Map<HTMLElement, Part>();
  let before = new Set<Element>();
  let current: { readonly app: string } | undefined;

  /** Elements added since the current view became visible belong to its application. */
  function claim(): void {
    for (const element of parts.keys()) if (!element.isConnected) parts.delete(element);
    if (!current) return;
    for (const element of page.body.children) {
      if (!(element instanceof HTMLElement) || before.has(element) || element.matches(NOT_OWNED)) continue;
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
      // A modal dialog blocks the page even while it is hidden.
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
