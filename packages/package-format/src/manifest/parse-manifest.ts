import { hasErrors, type Finding } from '../finding.ts';
import { checkFields } from './check-fields.ts';
import { checkMenus } from './check-menus.ts';
import { checkSchema, findUnknownFields } from './check-schema.ts';
import { RESERVED_NAMES } from './reserved-names.ts';
import { findJsonDoubts, type JsonDoubt } from './strict-json.ts';
import type { AppManifest } from './schema.ts';

export interface ParsedManifest {
  /** Present when no finding is an error. Unknown fields are kept. */
  manifest?: AppManifest;
  findings: Finding[];
}

/** Menus nest far less; deeper JSON is an attack on recursive readers. */
const MAX_DEPTH = 32;
/** A thousand menus have about ten thousand values. */
const MAX_VALUES = 50_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses `app.json` and never throws. (design 4.1)
 *
 * Findings carry the JSON pointer, the actual and the expected value.
 *
 * @param reserved names that no application may use; empty for an installed one (design 16-22)
 */
export function parseManifest(
  text: string | Uint8Array,
  reserved: readonly string[] | undefined = RESERVED_NAMES,
): ParsedManifest {
  const json = parseJson(text);
  if ('finding' in json) return { findings: [json.finding] };
  const findings = [...findJsonDoubts(json.text).map(doubtful), ...checkSchema(json.value)];
  if (findings.length > 0) return { findings };
  const manifest = json.value as AppManifest;
  findings.push(
    ...checkFields(manifest, reserved),
    ...checkMenus(manifest, reserved),
    ...findUnknownFields(manifest),
  );
  return hasErrors(findings) ? { findings } : { manifest, findings };
}

function parseJson(bytes: string | Uint8Array): { value: unknown; text: string } | { finding: Finding } {
  try {
    const text = typeof bytes === 'string' ? bytes : utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (!isExcessive(value)) return { value, text };
    const message = `The manifest is nested more than ${MAX_DEPTH} levels deep, or contains more than ${MAX_VALUES} values.`;
    return invalid(message, 'Flatten it, or remove data that is not needed.');
  } catch (error) {
    return invalid(
      `app.json is not valid JSON in UTF-8: ${(error as Error).message}.`,
      'Correct the file. Common causes: a trailing comma, a comment, a byte order mark.',
    );
  }
}

function doubtful({ code, pointer, key }: JsonDoubt): Finding {
  const [what, fix] =
    code === 'MANIFEST_KEY_TWICE'
      ? [`"${key}" appears twice; parsers differ in which value they use.`, 'Keep one of the two.']
      : [`"${key}" is not a valid field name.`, 'Choose another name.'];
  return { code, severity: 'error', entry: 'app.json', pointer, message: `${pointer}: ${what}`, fix };
}

const invalid = (message: string, fix: string): { finding: Finding } => {
  return {
    finding: { code: 'MANIFEST_NOT_JSON', severity: 'error', entry: 'app.json', pointer: '', message, fix },
  };
};

/** Whether JSON is nested deeper or larger than a manifest, which would take long to walk. */
function isExcessive(root: unknown): boolean {
  let level: unknown[] = [root];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
