import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropVersions, keepVersion, keptVersions } from './kept-versions.ts';

let frontend: string;
beforeEach(async () => {
  frontend = await mkdtemp(join(tmpdir(), 'kept-versions-'));
  await mkdir(join(frontend, 'notes/assets'), { recursive: true });
});
afterEach(() => rm(frontend, { recursive: true }));

const kept = async () => (await readdir(join(frontend, 'notes/~v'))).toSorted();

it('keeps files with their variants under their version, until they are dropped', async () => {
  for (const file of ['index.js', 'index.js.br', 'assets/a.css', 'other.js']) {
    await writeFile(join(frontend, 'notes', file), file);
  }
  for (const version of ['1.0.0', '1.1.0', '2.0.0']) {
    await keepVersion(frontend, 'notes', version, ['index.js', 'assets/a.css', 'gone.js']);
  }
  expect(await readFile(join(frontend, 'notes/~v/1.0.0/assets/a.css'), 'utf8')).toBe('assets/a.css');
  expect((await readdir(join(frontend, 'notes/~v/1.0.0'))).toSorted()).toEqual([
    'assets',
    'index.js',
    'index.js.br',
  ]);
  expect(await kept()).toEqual(['1.0.0', '1.1.0', '2.0.0']);
  await dropVersions(frontend, 'notes', ['1.1.0']);
  expect(await kept()).toEqual(['1.1.0']);
});

it('serves no version that was interrupted, and begins it anew', async () => {
  await writeFile(join(frontend, 'notes/index.js'), 'new');
  await mkdir(join(frontend, 'notes/~v/1.0.0~'), { recursive: true });
  await writeFile(join(frontend, 'notes/~v/1.0.0~/old.js'), 'old');
  expect(await keptVersions(frontend, 'notes')).toEqual([]);
  await keepVersion(frontend, 'notes', '1.0.0', ['index.js']);
  expect(await keptVersions(frontend, 'notes')).toEqual(['1.0.0']);
  expect(await readdir(join(frontend, 'notes/~v/1.0.0'))).toEqual(['index.js']);
  await keepVersion(frontend, 'notes', '1.0.0', ['gone.js']);
  expect(await keptVersions(frontend, 'notes')).toEqual([]);
  expect(await keptVersions(frontend, 'other')).toEqual([]);
});
