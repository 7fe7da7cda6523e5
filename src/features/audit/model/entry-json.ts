/** A field that an operation changed, as text. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The fields in which two records differ. A record that was added or removed differs in all. */
export function changesOf(
  before: string | null | undefined,
  after: string | null | undefined,
): FieldChange[] {
  const [old, now] = [recordOf(before), recordOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .map((field) => ({ field, before: textOf(old[field]), after: textOf(now[field]) }))
    .filter((change) => change.before !== change.after);
}

function recordOf(json: string | null | undefined): Record<string, unknown> {
  const value = json ? parsed(json) : undefined;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
