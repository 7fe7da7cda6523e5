import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EntrySink } from './entry-sink.ts';
import { Tail } from './tail.ts';

const DESCRIPTORS = '/proc/self/fd';

it('keeps content of its own, as the reader uses its buffer again', () => {
  const sink = new EntrySink({ keep: 6 }, new Tail(8));
  const chunk = Buffer.from('abc');
  sink.write(chunk);
  chunk.write('def');
  sink.write(chunk);
  expect(sink.end().content?.toString()).toBe('abcdef');
});

it('writes a file, and keeps none open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sink-'));
  const file = join(folder, 'entry');
  const sink = new EntrySink({ file }, new Tail(8));
  sink.write(Buffer.from('abc'));
  expect(sink.end()).toMatchObject({ size: 3, content: undefined });
  expect(await readFile(file, 'utf8')).toBe('abc');
  if (existsSync(DESCRIPTORS)) {
    const names = await readdir(DESCRIPTORS);
    const open = names.map((name) => readlink(join(DESCRIPTORS, name)).catch(() => undefined));
    expect(await Promise.all(open)).not.toContain(file);
  }
  await rm(folder, { recursive: true });
});
