import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdDataDirectory } from './data-directory.ts';

const HOLDER = `
import { holdDataDirectory } from ${JSON.stringify(new URL('data-directory.ts', import.meta.url).href)};
holdDataDirectory(process.argv[2], 0).then(
  ({ hostId }) => process.send({ hostId }),
  (error) => process.send({ code: error.code }),
);
setInterval(() => undefined, 1000);
`;

describe('findings: security 5: two processes on one data directory', () => {
  let directory: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'data-directory-'));
    await writeFile(join(directory, 'holder.ts'), HOLDER);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  async function other(): Promise<{ child: ChildProcess; answer: { hostId?: string; code?: string } }> {
    const child = fork(join(directory, 'holder.ts'), [join(directory, 'data')], { execArgv: [] });
    children.push(child);
    const [answer] = (await once(child, 'message')) as [{ hostId?: string; code?: string }];
    return { child, answer };
  }

  it('refuses the second one and names the first; after a kill it is free at once, and the host keeps its name', async () => {
    const { child, answer } = await other();
    await expect(holdDataDirectory(join(directory, 'data'), 0)).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_IN_USE',
      message: expect.stringContaining(`process ${child.pid} on `) as string,
    });
    child.kill('SIGKILL');
    const held = await holdDataDirectory(join(directory, 'data'));
    expect(held.hostId).toBe(answer.hostId);
    expect(held.hostId).toMatch(/^[\w-]{1,25}$/);
    held.release();
  });

  it('lets one of several that start at once have it', async () => {
    const answers = await Promise.all([other(), other(), other(), other()]);
    const held = answers.filter(({ answer }) => answer.hostId !== undefined);
    const refused = answers.filter(({ answer }) => answer.code === 'DATA_DIRECTORY_IN_USE');
    expect([held.length, refused.length]).toEqual([1, 3]);
  });

  it('can be released and acquired again within one process', async () => {
    const first = await holdDataDirectory(directory);
    await expect(holdDataDirectory(directory, 0)).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
    first.release();
    const second = await holdDataDirectory(directory);
    expect(second.hostId).toBe(first.hostId);
    second.release();
  });

  it('explains a directory that cannot be used', async () => {
    await expect(holdDataDirectory(join(directory, 'holder.ts', 'data'))).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_UNUSABLE',
      message: expect.stringContaining('holder.ts') as string,
    });
  });
});
