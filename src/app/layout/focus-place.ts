import { isShown } from '@/shared/ui/is-shown.ts';

const PANEL = '[role="dialog"]';
/** No fields: there, Ctrl Z and the keys of the shell would go to what is typed. */
const FOCUSABLE = 'a[href], button:not(:disabled), [tabindex="0"]:not(input, textarea)';

/** The element that had the focus and those around it, each with its place among its siblings. */
export interface FocusPlace {
  readonly panel: Element | null;
  readonly line: ReadonlyArray<{ readonly element: Element; readonly at: number }>;
}

export function placeOf(element: Element): FocusPlace {
  const panel = element.closest(PANEL);
  const end = panel ?? element.closest('main');
  const line: Array<{ element: Element; at: number }> = [];
  for (let each: Element | null = element; each; each = each === end ? null : each.parentElement)
    line.push({ element: each, at: [...(each.parentElement?.children ?? [])].indexOf(each) });
  return { panel, line };
}

/** Whether the element itself cannot have the focus any more. */
export function isLost({ line: [own] }: FocusPlace): boolean {
  return own === undefined || !own.element.isConnected || own.element.matches(':disabled');
}

export const isOpen = ({ panel }: FocusPlace): boolean => panel === null || isShown(panel);

/**
 * The nearest element that can have the focus: the one that has taken its place, such as the same
 * button of the next row, else what is around it. Undefined where nothing around it is left.
 */
export function nearestTo(place: FocusPlace): HTMLElement | undefined {
  const { line, panel } = place;
  if (!isLost(place)) return line[0]?.element as HTMLElement;
  for (const [index, { element }] of line.entries()) {
    if (index === 0 || !element.isConnected) continue;
    // A page that has been left altogether has nothing near.
    if (!panel && element.matches('main, body')) return undefined;
    const down = line.slice(0, index).map(({ at }) => at);
    const found = inPlace(element, down.toReversed());
    if (found) return found;
  }
  return undefined;
}

/** @param down the way from the area down to what was lost, as places among siblings */
function inPlace(area: Element, [at, ...further]: readonly number[]): HTMLElement | undefined {
  const child = at === undefined ? undefined : area.children[Math.min(at, area.children.length - 1)];
  return (child && inPlace(child, further)) ?? firstIn(area);
}

function firstIn(area: Element): HTMLElement | undefined {
  if (area instanceof HTMLElement && area.matches(FOCUSABLE) && isShown(area)) return area;
  return [...area.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown);
}
