import { onScopeDispose, type Directive } from 'vue';

interface Place {
  readonly parent: ParentNode;
  /** Next sibling at that place. */
  readonly before: Element | null;
  /** Its `style` attribute; undefined for elements that others style as well. */
  readonly style: string | null | undefined;
}

/** Attributes that hide or disable a part. The shell sets none of them on its frame. */
const ATTRIBUTES = ['inert', 'hidden', 'popover', 'style'] as const;
/** Element Plus sets `width` and `overflow` on the body for dialogs. Nothing sets these. */
const HIDING = [
  ...['display', 'visibility', 'opacity', 'pointer-events', 'transform', 'translate', 'scale', 'filter'],
  ...['clip-path', 'mask', 'content-visibility'],
];
/** Restorations that count as a fight, where none is later than this after the one before. */
const ROUNDS = 20;
const ROUND_MS = 500;
/**
 * Milliseconds before the single retry. Long enough for what the ended application has left to run,
 * short because nobody stops another application's observers meanwhile.
 */
const PAUSE_MS = 50;

/**
 * Creates a directive that keeps parts of the frame in the page. A part that an application
 * removes or hides is restored with its content and listeners (design 9.6-36). Use within setup.
 * @param onFight called when an application keeps undoing this and must be ended. It is
 *   tried once more, and given up at the second time, so that the page continues answering.
 */
export function useFrameParts(onFight: (last: boolean) => void): Directive<Element> {
  const parts = new Map<Element, Place>();
  let rounds = 0;
  let latest = -Infinity;
  let fights = 0;

  const observer = new MutationObserver(() => {
    const changed = [...parts.keys()].filter((part) => putBack(part));
    if (changed.length > 0 && isFight()) rest();
  });

  function isFight(): boolean {
    const now = performance.now();
    if (now - latest > ROUND_MS) rounds = 0;
    latest = now;
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

  /** A later observation of a node replaces the former, so each lists both kinds. */
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

  /** @returns whether anything had to be restored */
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
