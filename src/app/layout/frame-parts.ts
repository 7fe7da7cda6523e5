import type { Directive } from 'vue';

interface Place {
  readonly parent: ParentNode;
  /** What comes after it there. */
  readonly before: Element | null;
}

/** Parts of the frame → where they stand. */
const parts = new Map<Element, Place>();
let observer: MutationObserver | undefined;

/**
 * Marks a part of the frame that stays as long as its component is there: where code of an application has taken it out of the
 * page, it is put back, with all it holds and listens to (design 9.6-36).
 */
export const vFramePart: Directive<Element> = {
  mounted(element) {
    keep(element);
    const { body, documentElement } = element.ownerDocument;
    // The element that the application is mounted in stays, whatever it shows.
    for (const part of [documentElement, body, ...body.children]) if (part.contains(element)) keep(part);
  },
  beforeUnmount: (element) => void parts.delete(element),
};

function keep(element: Element): void {
  const parent = element.parentNode;
  if (!parent || parts.has(element)) return;
  parts.set(element, { parent, before: element.nextElementSibling });
  observer ??= new MutationObserver(() => {
    for (const part of parts.keys()) putBack(part);
  });
  observer.observe(parent, { childList: true });
}

function putBack(element: Element): void {
  const place = parts.get(element);
  if (!place || element.parentNode === place.parent) return;
  const { parent, before } = place;
  // A document has one element, which has one body.
  if (parent instanceof Document) parent.documentElement.replaceWith(element);
  else if (element instanceof HTMLBodyElement) element.ownerDocument.body.replaceWith(element);
  else {
    if (before) putBack(before);
    parent.insertBefore(element, before?.parentNode === parent ? before : null);
  }
}
