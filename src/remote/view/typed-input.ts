/** What a person types into. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** Fields whose content nobody would miss. */
const SEARCHING = '[type="search"], [role="search"] *, search *';
const OPEN_DIALOG = '[role="dialog"], dialog[open]';

/**
 * Watches what is typed within an element, for views that do not say themselves what they hold. What counts is there when it
 * is asked for: a field that was typed in, still stands in the view and is not empty; or an open dialog. Searches and filters do
 * not count.
 */
export function watchTypedInput(root: HTMLElement): { holds(): boolean; stop(): void } {
  const typed = new Set<Field>();
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLElement && !target.matches(SEARCHING)) typed.add(target);
  };
  root.addEventListener('input', note);
  return {
    holds() {
      for (const field of typed) if (!root.contains(field)) typed.delete(field);
      const dialogs = root.querySelectorAll<HTMLElement>(OPEN_DIALOG);
      return [...typed].some((field) => isFilled(field) && isInSight(field)) || [...dialogs].some(isInSight);
    },
    stop: () => root.removeEventListener('input', note),
  };
}

function isFilled(field: Field): boolean {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return true;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value !== '';
  return (field.textContent ?? '').trim() !== '';
}

/** A page that is kept while another is shown stands in no document: what it would show counts. */
function isInSight(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.hidden || at.style.display === 'none') return false;
  }
  return true;
}
