import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { IMPORT_FLAGS } from '../compile/check-types.ts';
import { typeCheckLines } from './type-check-lines.ts';

/**
 * Checks the types of a project after each change, tests included.
 *
 * The compiler runs in a process with lower priority, so that serving never waits for it.
 * @param onLine receives each line of the compiler, with colours
 * @returns stops the check
 */
export function watchTypes(projectDir: string, onLine: (line: string) => void): () => void {
  if (!existsSync(join(projectDir, 'tsconfig.json'))) {
    onLine('not checked: the project has no tsconfig.json');
    return () => undefined;
  }
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const flags = ['--noEmit', '--watch', '--preserveWatchOutput', '--pretty', ...IMPORT_FLAGS];
  const child = spawn(process.execPath, [tsc, '-p', projectDir, ...flags], {
    cwd: projectDir,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const take = typeCheckLines(onLine);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', take);
  child.once('error', ({ message }) => onLine(message));
  return () => void child.kill();
}
