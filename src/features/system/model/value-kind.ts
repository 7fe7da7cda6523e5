/** Type of a configuration value, which the server stores as text. */
export const KINDS = ['text', 'boolean', 'number', 'json'] as const;
export type ValueKind = (typeof KINDS)[number];

/**
 * A number that is written back as it was read: no leading zeros, no more digits than are exact.
 */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/;

/** The likely type of a value. */
export function kindOf(value: string): ValueKind {
  if (value === 'true' || value === 'false') return 'boolean';
  if (NUMBER.test(value)) return 'number';
  return /^\s*[[{]/.test(value) && isOf('json', value) ? 'json' : 'text';
}

/** Whether a value can be read as that. */
export function isOf(kind: ValueKind, value: string): boolean {
  if (kind === 'boolean') return value === 'true' || value === 'false';
  if (kind === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (kind === 'text') return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
