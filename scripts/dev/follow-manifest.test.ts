import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiFailure, type ApiClient } from '@platform/cli';
import { followManifest } from './follow-manifest.ts';

let folder: string;
let said: string[];
let sent: unknown[];
let end: () => void;
let answer: () => unknown;
const write = (text: string): void => writeFileSync(join(folder, 'app.json'), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'follow-manifest-'));
  said = [];
  sent = [];
  answer = () => ({ added: 1, changed: 0, removed: 0 });
  write('{ "menus": [] }');
  const put = async (path: string, body: unknown): Promise<unknown> => {
    sent.push([path, body]);
    return answer();
  };
  end = followManifest({
    code: 'notes',
    api: { put: put as ApiClient['put'] },
    line: (text) => void said.push(stripVTControlCharacters(text)),
    folder,
  });
});
afterEach(() => {
  end();
  rmSync(folder, { recursive: true, force: true });
});

it('design 5.4: gives the host the manifest at the start and at each change, and says what became of the menus', async () => {
  await expect.poll(() => said).toEqual(['✔ app.json: menus 1 added, 0 changed, 0 removed']);
  write('{ "menus": [1] }');
  const path = '/platform/development/manifests/notes';
  await expect
    .poll(() => sent)
    .toEqual([
      [path, { manifest: '{ "menus": [] }' }],
      [path, { manifest: '{ "menus": [1] }' }],
    ]);
});

it('design 5.4: says why a manifest is not taken, and takes the next', async () => {
  await expect.poll(() => said).toHaveLength(1);
  answer = () => {
    throw new ApiFailure('/x', { code: 400, msg: 'menus/0 has no key.', fix: 'Give it one.' });
  };
  write('{ "menus": [{}] }');
  await expect
    .poll(() => said[1])
    .toBe('✗ app.json: menus/0 has no key. Give it one.\nthe menus stay as they were');
  answer = () => ({ added: 0, changed: 0, removed: 2 });
  write('{}');
  await expect.poll(() => said[2]).toBe('✔ app.json: menus 0 added, 0 changed, 2 removed');
});

it('design 5.4: says at once that the code is another than that of the folder, and when another version is installed', async () => {
  await expect.poll(() => said).toHaveLength(1);
  write('{ "code": "notez", "version": "1.0.0" }');
  await expect
    .poll(() => said[1])
    .toBe(
      '✗ app.json: "code" is notez, the folder is plugins/platform-notes. Write notes again.\nthe menus stay as they were',
    );
  expect(sent).toHaveLength(1);
  answer = () => ({ added: 0, changed: 0, removed: 0 });
  write('{ "code": "notes", "version": "1.0.0" }');
  await expect.poll(() => sent).toHaveLength(2);
  write('{ "code": "notes", "version": "1.1.0" }');
  await expect
    .poll(() => said[2])
    .toBe('! app.json: version 1.1.0 is installed when npm run dev starts anew');
});

it('sends nothing for a save that changes nothing, and nothing after the end', async () => {
  await expect.poll(() => sent).toHaveLength(1);
  write('{ "menus": [] }');
  await new Promise((resolve) => setTimeout(resolve, 150));
  end();
  write('{ "menus": [2] }');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(sent).toHaveLength(1);
});
