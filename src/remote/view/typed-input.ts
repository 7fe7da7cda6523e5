/** An element that the user can type into. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** Search fields, whose content is not worth keeping. */
const SEARCH = '[type="search"], [role="search"] *, search *';
const OPEN_DIALOG = '[role="dialog"], dialog[open]';

/**
 * Watches input within an element, for views that do not declare unsaved input themselves. A view
 * holds input if a field that was typed in is still there and not empty, or a dialog is open.
 * Searches and filters do not count.
 */
export function watchTypedInput(root: HTMLElement): { holds(): boolean; stop(): void } {
  const typed = new Set<Field>();
  const record = ({ target }: Event): void => {
    if (target instanceof HTMLElement && !target.matches(SEARCH)) typed.add(target);
  };
  root.addEventListener('input', record);
  return {
    holds() {
      for (const field of typed) if (!root.contains(field)) typed.delete(field);
      const dialogs = root.querySelectorAll<HTMLElement>(OPEN_DIALOG);
      return [...typed].some((field) => isFilled(field) && isShown(field)) || [...dialogs].some(isShown);
    },
    stop: () => root.removeEventListener('input', record),
  };
}

function isFilled(field: Field): boolean {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return true;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value !== '';
  return (field.textContent ?? '').trim() !== '';
}

/**
 * Checks styles instead of layout, because a page kept in the background is not in the document.
 */
function isShown(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.hidden || at.style.display === 'none') return false;
  }
  return true;
}
