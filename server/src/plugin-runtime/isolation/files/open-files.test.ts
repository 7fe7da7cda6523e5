import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OpenHandles } from '../open-handles.ts';
import { FilePaths } from './file-paths.ts';
import { fsFacade } from './fs-facade.ts';

const COUNT = 200;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handles-'));
  await writeFile(join(folder, 'one.txt'), 'text');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function files() {
  const open = new OpenHandles('demo');
  return { own: fsFacade(new FilePaths('demo', folder), open), open };
}

it('issue 19: a burst of reads by one handle lets a read of others by, and is answered in full', async () => {
  const { own } = files();
  await own.promises.writeFile('big.bin', Buffer.alloc(8_000_000));
  const handle = await own.promises.open('big.bin');
  let done = 0;
  const burst = Array.from({ length: COUNT }, async () => {
    await handle.readFile();
    done += 1;
  });
  await fs.promises.readFile(join(folder, 'one.txt'));
  expect(done).toBeLessThan(COUNT / 2);
  await Promise.all(burst);
  await handle.close();
});

it('issue 19: methods of handles that use one another do not wait for themselves', async () => {
  const { own, open } = files();
  const texts = Array.from({ length: 40 }, async (_, index) => {
    const handle = await own.promises.open(`text-${index}.txt`, 'w+');
    await handle.writeFile(['te', 'xt']);
    await own.promises.appendFile(handle, '!');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(9), 0, 9, 0);
    await handle.close();
    return buffer.toString('utf8', 0, bytesRead);
  });
  expect(new Set(await Promise.all(texts))).toEqual(new Set(['text!']));
  expect(open.names).toEqual([]);
});

it('issue 19: folders count as open, until they are closed or read to the end', async () => {
  const { own, open } = files();
  const names: string[] = [];
  for await (const { name } of await own.promises.opendir('.')) names.push(name);
  expect(names).toContain('one.txt');
  const [first, second] = [await own.promises.opendir('.'), own.opendirSync('.')];
  const third = await new Promise<fs.Dir>((resolve) => own.opendir('.', (_, opened) => resolve(opened)));
  expect(open.names).toEqual(['folder .', 'folder .', 'folder .']);
  await first.close();
  second.closeSync();
  expect((await third.read())?.name).toBeTypeOf('string');
  await new Promise<void>((resolve) => third.close(() => resolve()));
  expect(open.names).toEqual([]);
  const left = own.opendirSync('.');
  expect(open.close()).toEqual(['folder .']);
  await expect.poll(() => refusalOf(left)).toBe('ERR_DIR_CLOSED');
});

const refusalOf = (directory: fs.Dir): unknown => {
  try {
    directory.readSync();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

it('issue 19: an application that leaves folders open is refused further ones', async () => {
  const { own, open } = files();
  const folders = Array.from({ length: 2_000 }, () => own.opendirSync('.'));
  await expect(own.promises.opendir('.')).rejects.toMatchObject({ code: 'PLUGIN_HANDLES_EXCEEDED' });
  expect(folders).toHaveLength(2_000);
  open.close();
});

it('issue 19: a burst of streams lets a read of others by, and is read and written in full', async () => {
  const { own } = files();
  await own.promises.writeFile('big.bin', Buffer.alloc(4_000_000));
  const begun = performance.now();
  const burst = Array.from({ length: COUNT }, async (_, index) => {
    const copy = own.createWriteStream(`copy-${index}.bin`);
    await pipeline(own.createReadStream('big.bin', { end: 999_999 }), copy);
    return copy.bytesWritten;
  });
  await sleep(50);
  const asked = performance.now();
  await fs.promises.readFile(join(folder, 'one.txt'));
  const waitedMs = performance.now() - asked;
  expect(new Set(await Promise.all(burst))).toEqual(new Set([1_000_000]));
  expect(waitedMs).toBeLessThan((performance.now() - begun) / 10);
  const text = own.createReadStream('one.txt', 'utf8');
  expect(await text.toArray()).toEqual(['text']);
  const handle = await own.promises.open('one.txt');
  expect(await own.createReadStream('', { fd: handle, encoding: 'utf8' }).toArray()).toEqual(['text']);
});
