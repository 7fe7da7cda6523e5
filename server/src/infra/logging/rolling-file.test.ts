import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RolledFiles } from './rolled-files.ts';
import { RollingFile } from './rolling-file.ts';

describe('design 10.7-12: a log file that several workers write', () => {
  let directory: string;
  const failures: Error[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rolling-'));
    failures.length = 0;
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-03-01T12:00:00') });
  });
  afterEach(async () => {
    vi.useRealTimers();
    expect(failures).toEqual([]);
    await rm(directory, { recursive: true });
  });
  const open = (): RollingFile =>
    new RollingFile({
      ...{ directory, name: 'sys-info', keep: 2, gzip: true, isShared: true },
      onFailure: (error) => failures.push(error),
    });
  const read = async (name: string): Promise<string> => {
    const content = await readFile(join(directory, name));
    return String(name.endsWith('.gz') ? gunzipSync(content) : content);
  };
  /** Waits for a line, since the writers open their file in the background. */
  const written = (line: string) => expect.poll(() => read('sys-info.log').catch(() => '')).toContain(line);

  it('has the lines of all, and is rolled once when the day ends', async () => {
    const workers = [open(), open(), open()];
    for (const [index, worker] of workers.entries()) worker.write(`first ${index}\n`);
    for (const index of workers.keys()) await written(`first ${index}`);
    vi.setSystemTime(new Date('2026-03-02T00:00:01'));
    vi.advanceTimersByTime(2_000);
    for (const [index, worker] of workers.entries()) worker.write(`late ${index}\n`);
    await expect.poll(() => readdir(directory)).toContain('sys-info.2026-03-01.1.log');
    // Each has opened the new one by its next look.
    for (const [index, worker] of workers.entries()) {
      await expect
        .poll(
          async () => {
            vi.advanceTimersByTime(2_000);
            worker.write(`second ${index}\n`);
            return read('sys-info.log').catch(() => '');
          },
          { timeout: 10_000 },
        )
        .toContain(`second ${index}`);
    }
    await Promise.all(workers.map((worker) => worker.close()));
    const former = await read('sys-info.2026-03-01.1.log');
    for (const index of workers.keys()) expect(former).toContain(`first ${index}`);
    const all = former + (await read('sys-info.log'));
    for (const index of workers.keys()) expect(all.split(`late ${index}\n`)).toHaveLength(2);
    // Nothing is compressed that another worker may still write.
    expect((await readdir(directory)).toSorted()).toEqual(['sys-info.2026-03-01.1.log', 'sys-info.log']);
  });

  it('is compressed once it is settled, by one of several, and only the last days are kept', async () => {
    for (const day of ['01', '02', '03']) {
      const file = join(directory, `sys-info.2026-02-${day}.1.log`);
      await writeFile(file, `of ${day}\n`);
      await utimes(file, new Date('2026-02-04'), new Date('2026-02-04'));
    }
    await writeFile(join(directory, 'sys-info.2026-02-04.1.log'), 'of 04\n');
    const options = { directory, name: 'sys-info', keep: 2, gzip: true };
    await Promise.all([1, 2].map(() => new RolledFiles(options).tidy(60_000)));
    const names = (await readdir(directory)).toSorted();
    expect(names).toEqual(['sys-info.2026-02-03.1.log.gz', 'sys-info.2026-02-04.1.log']);
    expect(await read('sys-info.2026-02-03.1.log.gz')).toBe('of 03\n');
  });

  it('gets the next index where a day was rolled before', async () => {
    await writeFile(join(directory, 'sys-info.2026-03-01.1.log.gz'), '');
    await writeFile(join(directory, 'sys-info.2026-03-01.2.log'), '');
    await writeFile(join(directory, 'sys-info.log'), 'again\n');
    const rolled = new RolledFiles({ directory, name: 'sys-info', keep: 9, gzip: true });
    const current = join(directory, 'sys-info.log');
    await rolled.roll(current, '2026-03-01', (await stat(current)).ino);
    expect(await read('sys-info.2026-03-01.3.log')).toBe('again\n');
    expect(await readdir(directory)).not.toContain('sys-info.log');
  });

  it('stays as it is where another worker rolled it since the look at its day', async () => {
    const current = join(directory, 'sys-info.log');
    const rolled = new RolledFiles({ directory, name: 'sys-info', keep: 9, gzip: true });
    await writeFile(current, 'former\n');
    const { ino } = await stat(current);
    await rolled.roll(current, '2026-03-01', ino);
    await rolled.roll(current, '2026-03-01', ino);
    await writeFile(current, 'new\n');
    await rolled.roll(current, '2026-03-01', ino);
    expect((await readdir(directory)).toSorted()).toEqual(['sys-info.2026-03-01.1.log', 'sys-info.log']);
    expect(await read('sys-info.log')).toBe('new\n');
    // Also where the former day is compressed already, so that its name tells nothing.
    await rename(
      join(directory, 'sys-info.2026-03-01.1.log'),
      join(directory, 'sys-info.2026-03-01.1.log.gz'),
    );
    await rolled.roll(current, '2026-03-01', ino);
    expect(await read('sys-info.log')).toBe('new\n');
    expect(await readdir(directory)).toHaveLength(2);
  });
});
