import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawZip } from '../testing/raw-zip.ts';
import { openByteSource } from '../zip/byte-source.ts';
import { readDirectory } from '../zip/directory.ts';
import { readEntries } from './read-entries.ts';
import { SequentialReader } from './sequential-reader.ts';

// Linux alone has a device that is always full.
test.runIf(process.platform === 'linux')(
  'fails the inspection, not the process, when the disk is full',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unpack-'));
    try {
      const archive = join(folder, 'a.zip');
      await writeFile(archive, rawZip([{ name: 'a.jar', content: 'x'.repeat(1_000) }]));
      const source = await openByteSource(archive);
      const directory = await readDirectory(source);
      const full = () => ({ file: '/dev/full' });
      const reading = readEntries(new SequentialReader(source), directory, full, []);
      await expect(reading.next()).rejects.toMatchObject({ code: 'ENOSPC' });
      await source.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
