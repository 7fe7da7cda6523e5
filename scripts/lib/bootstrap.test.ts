import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inRoot } from './paths.ts';

let folder = '';
let shell: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hand-over-'));
});

afterEach(() => {
  shell.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

describe.skipIf(process.platform === 'win32')('a script that npm runs', () => {
  it('stops when SIGTERM ends the shell that npm started it with', async () => {
    const file = join(folder, 'signal');
    const call = `import('${inRoot('scripts/lib/bootstrap.mjs')}').then((lib) => lib.handOver('testing/write-signal.ts', ['${file}']))`;
    // A second command keeps the shell from becoming the first one.
    shell = spawn('sh', ['-c', `"$NODE" -e "$CALL"; true`], {
      env: { ...process.env, NODE: process.execPath, CALL: call, npm_lifecycle_event: 'start' },
    });
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe('ready');

    shell.kill('SIGTERM');

    await expect.poll(() => readFileSync(file, 'utf8')).toBe('SIGTERM');
  });
});
