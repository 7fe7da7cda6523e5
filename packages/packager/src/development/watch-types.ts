import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { IMPORT_FLAGS } from '../compile/check-types.ts';

/** Lines of the compiler that say no more than that it is at work. */
const CHATTER = /Starting compilation in watch mode|File change detected|^\s*$/;
/** A file that an editor has just replaced, or an installation: the next check has it again. */
const FLEETING = /error (?:\S*)?TS6053\b/;
const VERDICT = /Found (\d+) errors?/;

/**
 * Checks a project's types again at each change, in a process of its own and with lower priority, so that serving never
 * waits for it. Tests are checked too.
 * @param onLine told of each line that the compiler prints, colours included
 * @returns ends it
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
  let errors: string | undefined;
  let fleeting = 0;
  const take = (coloured: string): void => {
    const line = stripVTControlCharacters(coloured);
    const verdict = VERDICT.exec(line);
    if (!verdict) {
      if (FLEETING.test(line)) fleeting += 1;
      else if (!CHATTER.test(line)) onLine(coloured);
      return;
    }
    const onlyFleeting = fleeting > 0 && Number(verdict[1]) === fleeting;
    fleeting = 0;
    if (onlyFleeting) return;
    // Told once: a project stays without errors at most of its changes.
    if (verdict[1] !== '0' || errors !== '0') onLine(verdict[0]);
    errors = verdict[1];
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', take);
  child.once('error', ({ message }) => onLine(message));
  return () => void child.kill();
}
