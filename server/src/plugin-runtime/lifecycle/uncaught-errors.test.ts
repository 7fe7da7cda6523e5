import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../testing/rejecting-host.ts', import.meta.url));
const run = promisify(execFile);

describe('unhandled rejections', () => {
  it('are attributed to their application and do not end the host', async () => {
    const { stdout } = await run(process.execPath, [script]);
    expect(JSON.parse(stdout)).toMatchObject({ faults: 3, lastMessage: 'from immediate' });
  });

  it('end the process when they are the host’s own', async () => {
    await expect(run(process.execPath, [script, 'host'])).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('of the host') as string,
    });
  });
});
