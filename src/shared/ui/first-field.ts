const FIELDS = [
  'input:not([type="hidden"], [disabled], [readonly], [tabindex="-1"])',
  'textarea:not([disabled], [readonly])',
  'select:not([disabled])',
  '[contenteditable="true"]',
].join(', ');

/**
 * Puts the focus where a person goes on in a panel that has just opened: into its first field, and where it has none onto the
 * panel's content, which is read then. The library's own choice is a helper element, or the cross.
 */
export function focusFirstField(content: HTMLElement | null): void {
  if (!content || holdsFieldInFocus(content)) return;
  const fields = [...content.querySelectorAll<HTMLElement>(FIELDS)];
  (fields.find(isInSight) ?? content).focus({ preventScroll: true });
}

/** Somebody, or `autofocus`, was quicker. */
function holdsFieldInFocus(content: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused !== null && content.contains(focused) && focused.matches(FIELDS);
}

function isInSight(field: HTMLElement): boolean {
  return field.closest('[hidden], [aria-hidden="true"]') === null;
}
