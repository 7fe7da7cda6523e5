import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckFinding } from '@platform/remote-app/checks';
import { PackagerError } from '../errors.ts';

/**
 * Runs `check:remote` and `check:globals` over a build of `defineRemoteApp`. (spec: L10)
 *
 * Throws `FRONTEND_CHECK_FAILED`.
 * @returns warnings, one line each, with the fix
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
    fix: 'Fix the places above. npm run check:remote and check:globals report them too.',
    details: errors,
  });
}

function format({ code, file, line, message, fix }: CheckFinding): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}  `;
  return `${code}  ${place}${message} ${fix}`;
}
