import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdDataDirectory } from './data-directory.ts';

const HOLDER = `
import { holdDataDirectory } from ${JSON.stringify(new URL('data-directory.ts', import.meta.url).href)};
const [, , directory, id] = process.argv;
holdDataDirectory(directory, { patienceMs: 0, ...(id ? { group: { id, pid: 77 } } : {}) }).then(
  ({ machineId }) => process.send({ hostId: machineId }),
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

  async function other(
    ...group: string[]
  ): Promise<{ child: ChildProcess; answer: { hostId?: string; code?: string } }> {
    const child = fork(join(directory, 'holder.ts'), [join(directory, 'data'), ...group], { execArgv: [] });
    children.push(child);
    const [answer] = (await once(child, 'message')) as [{ hostId?: string; code?: string }];
    return { child, answer };
  }

  it('refuses the second one and names the first; after a kill it is free at once, and the host keeps its name', async () => {
    const { child, answer } = await other();
    await expect(holdDataDirectory(join(directory, 'data'), { patienceMs: 0 })).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_IN_USE',
      message: expect.stringContaining(`process ${child.pid} on `) as string,
    });
    child.kill('SIGKILL');
    const held = await holdDataDirectory(join(directory, 'data'));
    expect(held.machineId).toBe(answer.hostId);
    expect(held.machineId).toMatch(/^[\w-]{1,25}$/);
    held.release();
  });

  it('lets one of several that start at once have it', async () => {
    const answers = await Promise.all([other(), other(), other(), other()]);
    const held = answers.filter(({ answer }) => answer.hostId !== undefined);
    const refused = answers.filter(({ answer }) => answer.code === 'DATA_DIRECTORY_IN_USE');
    expect([held.length, refused.length]).toEqual([1, 3]);
  });

  it('design 10.7-12: lets the workers of one supervisor have it together, and no other group until the last has ended', async () => {
    const workers = [await other('one'), await other('one')];
    const ids = workers.map(({ answer }) => answer.hostId);
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
    expect((await other('two')).answer).toEqual({ code: 'DATA_DIRECTORY_IN_USE' });
    workers[0]?.child.kill('SIGKILL');
    const data = join(directory, 'data');
    const attempt = (patienceMs: number) =>
      holdDataDirectory(data, { patienceMs, group: { id: 'two', pid: 78 } });
    await expect(attempt(0)).rejects.toMatchObject({
      message: expect.stringContaining('process 77 on ') as string,
    });
    // Another worker takes the place of the one that was killed.
    expect((await other('one')).answer.hostId).toBe(ids[0]);
    for (const child of children) child.kill('SIGKILL');
    const held = await attempt(10_000);
    expect(held.machineId).toBe(ids[0]);
    held.release();
  });

  it('keeps the name that an earlier version has given', async () => {
    const former = new DatabaseSync(join(directory, 'lock.db'));
    former.exec(
      "create table host (id text not null, process text not null); insert into host values ('old-1', 'p')",
    );
    former.close();
    const held = await holdDataDirectory(directory);
    expect(held.machineId).toBe('old-1');
    held.release();
  });

  it('can be released and acquired again within one process', async () => {
    const first = await holdDataDirectory(directory);
    await expect(holdDataDirectory(directory, { patienceMs: 0 })).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_IN_USE',
    });
    first.release();
    const second = await holdDataDirectory(directory);
    expect(second.machineId).toBe(first.machineId);
    second.release();
  });

  it('explains a directory that cannot be used', async () => {
    await expect(holdDataDirectory(join(directory, 'holder.ts', 'data'))).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_UNUSABLE',
      message: expect.stringContaining('holder.ts') as string,
    });
  });

  it.skipIf(process.getuid?.() === 0)('names the user who may not write there', async () => {
    const closed = join(directory, 'closed');
    await mkdir(closed, { mode: 0o500 });
    await expect(holdDataDirectory(closed)).rejects.toMatchObject({
      message: expect.stringContaining(`the user ${process.getuid?.()} may not write to it`) as string,
    });
  });
});
