import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isLongRun } from '@platform/package-format/testing';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../testing/throwing/throwing-host.ts', import.meta.url));
const run = promisify(execFile);
/** Random combinations, beside each place and each kind once. */
const combinations = isLongRun ? '150' : '1';

describe('values thrown by an application', () => {
  it('findings: security 6; never end the host, whatever their value and place, and name the application', async () => {
    const { stdout } = await run(process.execPath, [script, combinations, `${Date.now() % 100_000}`], {
      maxBuffer: 1e8,
    });
    expect(JSON.parse(stdout)).toMatchObject({ failed: 0, failures: [] });
  });
});
