import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFailed } from 'vitest';

const MODULE = new URL('./end-with-parent.ts', import.meta.url).href;
/** Says its process id, and never turns its event loop again. */
const LOOPING = `
  import { writeSync } from 'node:fs';
  import { endWithParent } from '${MODULE}';
  endWithParent(50);
  setImmediate(() => { writeSync(1, String(process.pid)); for (;;); });`;
/** Fills the thread pool for hours, as a native call of an application can. */
const IN_THREADS = `
  import { pbkdf2 } from 'node:crypto';
  import { writeSync } from 'node:fs';
  import { endOrphan } from '${MODULE}';
  process.on('disconnect', endOrphan);
  for (let thread = 0; thread < 8; thread++) pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => {});
  setTimeout(() => writeSync(1, String(process.pid)), 100);`;
const parentOf = (child: string): string => `
  require('node:child_process').spawn(process.execPath, ['--input-type=module-typescript', '-e', ${JSON.stringify(child)}], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true });
  setInterval(() => {}, 1000);`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([
  ['a loop holds it', LOOPING],
  ['native work holds the thread pool', IN_THREADS],
])('a process whose parent was killed ends, although %s', async (_, child) => {
  const parent = spawn(process.execPath, ['-e', parentOf(child)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  onTestFailed(() => void process.kill(pid, 'SIGKILL'));
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
