const FIELDS = [
  // Element Plus writes nothing into a choice that is not searched, and has it read-only.
  'input[role="combobox"]:not([disabled], [tabindex="-1"])',
  'input:not([type="hidden"], [disabled], [readonly], [tabindex="-1"])',
  'textarea:not([disabled], [readonly])',
  'select:not([disabled])',
  '[contenteditable="true"]',
].join(', ');

/**
 * Focuses the first field of a panel that has just opened, or its content, which a screen reader
 * then reads. Element Plus would choose a helper element or the close button.
 */
export function focusFirstField(content: HTMLElement | null): void {
  if (!content || holdsFieldInFocus(content)) return;
  const fields = [...content.querySelectorAll<HTMLElement>(FIELDS)];
  (fields.find(isInSight) ?? content).focus({ preventScroll: true });
}

/**
 * Focuses the first field that a form's rules refuse, where the person continues.
 *
 * @returns whether there is one
 */
export function focusFirstWrong(form: HTMLElement | null): boolean {
  for (const item of form?.querySelectorAll('.el-form-item.is-error') ?? []) {
    const field = [...item.querySelectorAll<HTMLElement>(FIELDS)].find(isInSight);
    if (!field) continue;
    field.focus();
    return true;
  }
  return false;
}

/** The person, or `autofocus`, may have chosen a field already. */
function holdsFieldInFocus(content: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused !== null && content.contains(focused) && focused.matches(FIELDS);
}

function isInSight(field: HTMLElement): boolean {
  return field.closest('[hidden], [aria-hidden="true"]') === null;
}
