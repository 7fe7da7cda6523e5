import { execFileSync } from 'node:child_process';
import type fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenHandles } from '../open-handles.ts';
import { FilePaths } from './file-paths.ts';
import { fsFacade } from './fs-facade.ts';

const COUNT = 500;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  await writeFile(join(folder, 'one.txt'), 'text');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files of an application, and how many of its paths were looked at so far. */
function files() {
  const paths = new FilePaths('demo', folder);
  const seen = { begun: 0 };
  const counting = {
    inside: (path: string) => {
      seen.begun += 1;
      return paths.inside(path);
    },
  } as unknown as FilePaths;
  return { fs: fsFacade(counting, new OpenHandles('demo')), seen };
}

const answerOf = (begin: (answer: (...values: unknown[]) => void) => void): Promise<unknown[]> =>
  new Promise((resolve) => begin((...values) => resolve(values)));

type Files = typeof fs;
type Read = (of: Files) => Promise<unknown>;
const reads: ReadonlyArray<[string, Read]> = [
  ['promises', (of) => of.promises.readFile('one.txt', 'utf8')],
  ['callbacks', async (of) => (await answerOf((answer) => of.readFile('one.txt', 'utf8', answer)))[1]],
];

describe.each(reads)('design 10.3: a burst of reads by %s', (_kind, read) => {
  it('leaves descriptors and threads to others, and is answered in full', async () => {
    const { fs: own, seen } = files();
    let done = 0;
    let most = 0;
    const answers = Array.from({ length: COUNT }, async () => {
      const text = await read(own);
      most = Math.max(most, seen.begun - done);
      done += 1;
      return text;
    });
    expect(seen.begun).toBeLessThanOrEqual(16);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['text']));
    expect(seen.begun).toBe(COUNT);
    // Those that are answered in the same turn let as many begin before they are counted here.
    expect(most).toBeLessThanOrEqual(32);
  });
});

it('a call that waits fails by its callback, and one that does not at once', async () => {
  const { fs: own } = files();
  expect(() => own.readFile('../out.txt', () => undefined)).toThrow('may not use ../out.txt');
  const burst = Array.from({ length: COUNT }, () => own.promises.stat('one.txt'));
  const [error] = await answerOf((answer) => own.readFile('../out.txt', answer));
  expect(error).toMatchObject({ code: 'PLUGIN_FILE_REFUSED' });
  await Promise.all(burst);
});

it('calls that ask the application back do not wait for themselves', async () => {
  const { fs: own } = files();
  const copies = Array.from({ length: 40 }, (_, index) =>
    own.promises.cp('one.txt', `copy-${index}.txt`, {
      filter: async (source) => (await own.promises.stat(source.slice(folder.length + 1))).isFile(),
    }),
  );
  const texts = Array.from({ length: 40 }, (_, index) =>
    own.promises.writeFile(
      `text-${index}.txt`,
      (async function* () {
        yield await own.promises.readFile('one.txt');
      })(),
    ),
  );
  await Promise.all([...copies, ...texts]);
  expect(own.readFileSync('text-39.txt', 'utf8')).toBe('text');
});

it('a file that is closed meanwhile is not read by its number', async () => {
  const { fs: own } = files();
  const file = own.openSync('one.txt', 'r');
  const burst = Array.from({ length: COUNT }, () => own.promises.stat('one.txt'));
  const read = answerOf((answer) => own.fstat(file, answer));
  own.closeSync(file);
  expect((await read)[0]).toMatchObject({ code: 'PLUGIN_FILE_REFUSED' });
  await Promise.all(burst);
});

it('issue 19: a pipe is refused, whose other side would keep a thread of the process waiting', async () => {
  const { fs: own } = files();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const ways: Array<() => unknown> = [
    () => own.promises.readFile('pipe'),
    () => own.promises.writeFile('pipe', 'text'),
    () => own.promises.open('pipe'),
    () => own.promises.copyFile('pipe', 'copy'),
    () => own.createReadStream('pipe').toArray(),
    () => own.createWriteStream('pipe').end('text'),
    () => answerOf((answer) => own.readFile('pipe', answer)),
  ];
  for (const way of ways)
    await expect(async () => way()).rejects.toMatchObject({ code: 'PLUGIN_FILE_REFUSED' });
  expect((await own.promises.stat('pipe')).isFIFO()).toBe(true);
  await own.promises.unlink('pipe');
});
