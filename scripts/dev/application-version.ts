import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The version that `app.json` of an application states. Reads by pattern, because the file may be
 * half written; its errors are reported at packaging.
 */
export function applicationVersion(root: string, code: string): string {
  const text = readFileSync(join(root, `plugins/platform-${code}/app.json`), 'utf8');
  return /"version"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '';
}
