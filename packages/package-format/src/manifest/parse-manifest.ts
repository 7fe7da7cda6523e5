import { hasErrors, type Finding } from '../finding.ts';
import { checkFields } from './check-fields.ts';
import { checkMenus } from './check-menus.ts';
import { checkSchema, findUnknownFields } from './check-schema.ts';
import { RESERVED_CODES } from './reserved-codes.ts';
import type { AppManifest } from './schema.ts';

export interface ParsedManifest {
  /** Present when no finding is an error. Unknown fields are kept. */
  manifest?: AppManifest;
  findings: Finding[];
}

/** Menus nest far less; deeper JSON is an attack on whoever walks it. */
const MAX_DEPTH = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads `app.json` (design 4.1). Never throws: findings give the JSON pointer, what was found, what is expected.
 * @param reservedCodes codes that the host keeps for itself, besides those of design 9.5-29
 */
export function parseManifest(
  text: string | Uint8Array,
  reservedCodes: readonly string[] = [],
): ParsedManifest {
  const json = parseJson(text);
  if ('finding' in json) return { findings: [json.finding] };
  const findings = checkSchema(json.value);
  if (findings.length > 0) return { findings };
  const manifest = json.value as AppManifest;
  findings.push(
    ...checkFields(manifest, [...RESERVED_CODES, ...reservedCodes]),
    ...checkMenus(manifest),
    ...findUnknownFields(manifest),
  );
  return hasErrors(findings) ? { findings } : { manifest, findings };
}

function parseJson(text: string | Uint8Array): { value: unknown } | { finding: Finding } {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : utf8.decode(text));
    if (!exceedsDepth(value)) return { value };
    return invalid(`The manifest nests more than ${MAX_DEPTH} levels deep.`, 'Flatten it.');
  } catch (error) {
    return invalid(
      `app.json is not valid JSON in UTF-8: ${(error as Error).message}.`,
      'Correct the file; mind trailing commas, comments and a byte order mark.',
    );
  }
}

const invalid = (message: string, fix: string): { finding: Finding } => {
  return {
    finding: { code: 'MANIFEST_NOT_JSON', severity: 'error', entry: 'app.json', pointer: '', message, fix },
  };
};

function exceedsDepth(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
