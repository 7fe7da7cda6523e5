import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const MODULE = new URL('./end-with-parent.ts', import.meta.url).href;
/** Says its process id, and never turns its event loop again. */
const LOOPING = `
  import { writeSync } from 'node:fs';
  import { endWithParent } from '${MODULE}';
  endWithParent(50);
  setImmediate(() => { writeSync(1, String(process.pid)); for (;;); });`;
const PARENT = `
  require('node:child_process').spawn(process.execPath, ['--input-type=module-typescript', '-e', ${JSON.stringify(LOOPING)}], { stdio: 'inherit', detached: true });
  setInterval(() => {}, 1000);`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a process whose parent was killed ends, although a loop holds it', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});
