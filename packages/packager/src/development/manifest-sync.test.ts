import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PackagerError } from '../errors.ts';
import { ManifestSync } from './manifest-sync.ts';

let root: string;
let projectDir: string;
let lines: string[];
let sent: Array<[string, string]>;
let respond: () => { added: number; changed: number; removed: number };
let manifest: ManifestSync;
const write = (text: string): void => writeFileSync(join(projectDir, 'app.json'), text);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'manifest-sync-'));
  projectDir = join(root, 'platform-notes');
  mkdirSync(projectDir);
  lines = [];
  sent = [];
  respond = () => ({ added: 1, changed: 0, removed: 0 });
  write('{ "menus": [] }');
  manifest = new ManifestSync({
    code: 'notes',
    projectDir,
    line: (text) => void lines.push(stripVTControlCharacters(text)),
    target: {
      putManifest: async (code, text) => {
        sent.push([code, text]);
        return respond();
      },
    },
  });
  await manifest.sync();
});
afterEach(() => {
  manifest.close();
  rmSync(root, { recursive: true, force: true });
});

it('design 5.4: sends the manifest at the start and after a change, and reports the menus', async () => {
  expect(lines).toEqual(['✔ app.json: menus: 1 added, 0 changed, 0 removed']);
  write('{ "menus": [1] }');
  manifest.change();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent).toEqual([
    ['notes', '{ "menus": [] }'],
    ['notes', '{ "menus": [1] }'],
  ]);
});

it('design 5.4: reports a refused manifest and accepts the next one', async () => {
  respond = () => {
    throw new PackagerError({ code: 'X', message: 'menus/0 has no key.', fix: 'Give it one.' });
  };
  write('{ "menus": [{}] }');
  await manifest.sync();
  expect(lines[1]).toBe('✗ app.json: menus/0 has no key. Give it one.\nThe menus stay unchanged.');
  respond = () => ({ added: 0, changed: 0, removed: 2 });
  write('{}');
  await manifest.sync();
  expect(lines[2]).toBe('✔ app.json: menus: 0 added, 0 changed, 2 removed');
});

it('design 5.4: refuses another code before the host does, and reports a new version', async () => {
  write('{ "code": "notez", "version": "1.0.0" }');
  await manifest.sync();
  expect(lines[1]).toBe(
    '✗ app.json: "code" is "notez", but the project is platform-notes. Change it back to "notes".\nThe menus stay unchanged.',
  );
  expect(sent).toHaveLength(1);
  respond = () => ({ added: 0, changed: 0, removed: 0 });
  write('{ "code": "notes", "version": "1.0.0" }');
  await manifest.sync();
  write('{ "code": "notes", "ver');
  await manifest.sync();
  write('{ "code": "notes", "version": "1.1.0" }');
  await manifest.sync();
  expect(sent).toHaveLength(4);
  expect(lines.slice(2)).toEqual([
    '! app.json: version 1.1.0 is not installed here: restart npm run dev, or package and install it',
  ]);
});

it('sends several changes within 50 ms once, an unchanged file never, and nothing after close', async () => {
  await manifest.sync();
  expect(sent).toHaveLength(1);
  write('{ "menus": [2] }');
  manifest.change();
  await sleep(10);
  write('{ "menus": [3] }');
  manifest.change();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toEqual(['notes', '{ "menus": [3] }']);
  write('{ "menus": [4] }');
  manifest.change();
  manifest.close();
  manifest.change();
  await sleep(120);
  expect(sent).toHaveLength(2);
});

it('waits for 50 ms without a change, so that a half-written file is not sent', () => {
  vi.useFakeTimers();
  try {
    write('{ "menus": [');
    manifest.change();
    vi.advanceTimersByTime(40);
    write('{ "menus": [5] }');
    manifest.change();
    vi.advanceTimersByTime(40);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(10);
    expect(sent[1]).toEqual(['notes', '{ "menus": [5] }']);
  } finally {
    vi.useRealTimers();
  }
});
