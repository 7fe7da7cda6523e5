import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckFinding } from '@platform/remote-app/checks';
import { PackagerError } from '../errors.ts';

/**
 * Runs `check:remote` and `check:globals` (spec: L10) over a frontend that has just been built with `defineRemoteApp`; one
 * built by other means is left to the inspector. Throws `FRONTEND_CHECK_FAILED` with every error.
 * @param dist the build
 * @param manifest path of `app.json`
 * @returns its warnings, a line each with what to do
 */
export async function checkFrontend(project: string, dist: string, manifest: string): Promise<string[]> {
  if (!existsSync(join(project, 'vite.config.ts'))) return [];
  const { checkGlobals, checkRemote, readCheckedProject } = await import('@platform/remote-app/checks');
  const read = readCheckedProject(project, { dist, manifest });
  const findings = [...checkRemote(read), ...checkGlobals(read)];
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return findings.map(format);
  throw new PackagerError({
    code: 'FRONTEND_CHECK_FAILED',
    message: `The frontend would fail in production:\n${errors.map(format).join('\n')}`,
    fix: 'Correct the places named; npm run check:remote and check:globals show them too.',
    details: errors,
  });
}

function format({ code, file, line, message, fix }: CheckFinding): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}  `;
  return `${code}  ${place}${message} ${fix}`;
}
