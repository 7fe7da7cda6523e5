import { onScopeDispose, type Directive } from 'vue';

interface Place {
  readonly parent: ParentNode;
  /** What comes after it there. */
  readonly before: Element | null;
  /** What its `style` attribute was; undefined for what others style, too. */
  readonly style: string | null | undefined;
}

/** What hides a part, or takes it out of reach, and what nobody sets on the frame. */
const ATTRIBUTES = ['inert', 'hidden', 'popover', 'style'] as const;
/** Element Plus writes `width` and `overflow` on the body while a dialog is open: the rest of its style is nobody's. */
const HIDING = [
  ...['display', 'visibility', 'opacity', 'pointer-events', 'transform', 'translate', 'scale', 'filter'],
  ...['clip-path', 'mask', 'content-visibility'],
];
/** Rounds of putting back within a second after which it is a fight. */
const ROUNDS = 20;
const ROUND_MS = 1_000;
/** Milliseconds until it is tried again, once. */
const PAUSE_MS = 500;

/**
 * Gives a directive for parts of the frame that stay as long as their component is there: where code of an application has taken one out
 * of the page, or hidden it, it is put back, with all it holds and listens to (design 9.6-36). Use within setup.
 * @param onFight told when something undoes that again and again: who does must be ended. It is tried once more, and given up at
 * the second time, so that the page goes on answering.
 */
export function useFrameParts(onFight: (last: boolean) => void): Directive<Element> {
  const parts = new Map<Element, Place>();
  let rounds = 0;
  let since = 0;
  let fights = 0;

  const observer = new MutationObserver(() => {
    const changed = [...parts.keys()].filter((part) => putBack(part));
    if (changed.length > 0 && isFight()) rest();
  });

  function isFight(): boolean {
    const now = performance.now();
    if (now - since > ROUND_MS) [since, rounds] = [now, 0];
    return ++rounds > ROUNDS;
  }

  function rest(): void {
    observer.disconnect();
    fights++;
    onFight(fights > 1);
    if (fights > 1) return;
    setTimeout(() => {
      rounds = 0;
      for (const part of parts.keys()) putBack(part);
      for (const [part, { parent }] of parts) observe(part, parent);
    }, PAUSE_MS);
  }

  /** Of two observations of a node the later one counts: each has both. */
  function observe(element: Element, parent: ParentNode): void {
    for (const node of [parent, element])
      observer.observe(node, { childList: true, attributeFilter: [...ATTRIBUTES] });
  }

  function keep(element: Element, style?: string | null): void {
    const parent = element.parentNode;
    if (!parent || parts.has(element)) return;
    parts.set(element, { parent, before: element.nextElementSibling, style });
    observe(element, parent);
  }

  /** @returns whether it was elsewhere, or otherwise */
  function putBack(element: Element): boolean {
    const place = parts.get(element);
    if (!place) return false;
    const shown = show(element, place);
    if (element.parentNode === place.parent) return shown;
    const { parent, before } = place;
    // A document has one element, which has one body.
    if (parent instanceof Document) parent.documentElement.replaceWith(element);
    else if (element instanceof HTMLBodyElement) element.ownerDocument.body.replaceWith(element);
    else {
      if (before) putBack(before);
      parent.insertBefore(element, before?.parentNode === parent ? before : null);
    }
    return true;
  }

  onScopeDispose(() => observer.disconnect());
  return {
    mounted(element) {
      keep(element, element.getAttribute('style'));
      const { body, documentElement } = element.ownerDocument;
      // The element that the application is mounted in stays, whatever it shows.
      for (const part of [documentElement, body, ...body.children]) if (part.contains(element)) keep(part);
    },
    beforeUnmount: (element) => void parts.delete(element),
  };
}

/** @returns whether it was hidden */
function show(element: Element, { style }: Place): boolean {
  let changed = false;
  for (const name of ['inert', 'hidden', 'popover'] as const) {
    if (!element.hasAttribute(name)) continue;
    element.removeAttribute(name);
    changed = true;
  }
  if (style === undefined) return unhide(element as HTMLElement) || changed;
  if (element.getAttribute('style') === style) return changed;
  if (style === null) element.removeAttribute('style');
  else element.setAttribute('style', style);
  return true;
}

function unhide({ style }: HTMLElement): boolean {
  const hiding = HIDING.filter((name) => style.getPropertyValue(name) !== '');
  for (const name of hiding) style.removeProperty(name);
  return hiding.length > 0;
}
