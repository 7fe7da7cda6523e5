import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGNATURE_ENTRY, writeZip, type Inspection } from '@platform/package-format';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readContent } from './read-content.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(files: Record<string, string>, icon?: string, findings: object[] = []) {
  const file = join(folder, 'a.zip');
  const contents = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  await writeZip(file, contents);
  const entries = contents.map(({ name, content }) => ({ name, size: content.length }));
  return readContent(file, { entries, findings, manifest: { icon } } as unknown as Inspection);
}

it('reads scripts and the signature, and lists the files', async () => {
  const content = await read({
    'manifest.json': '{}',
    'migrations/1.sql': 'select 1',
    'migrations/readme.md': '#',
    'other/2.sql': 'select 2',
    [SIGNATURE_ENTRY]: 'signed',
  });
  expect(content).toMatchObject({
    icon: null,
    scripts: [{ name: '1.sql', text: 'select 1' }],
    signature: 'signed',
  });
  expect(content.files).toHaveLength(5);
  expect((await read({ 'manifest.json': '{}' })).signature).toBeNull();
});

it.each([
  ['frontend/icon.svg', 'image/svg+xml'],
  ['icon.PNG', 'image/png'],
  ['icon.jpeg', 'image/jpeg'],
])('reads the icon %s', async (name, type) => {
  const { icon } = await read({ 'a.svg': 'another', [name]: 'x'.repeat(64 * 1024) }, name);
  expect(icon).toEqual({ type, base64: Buffer.from('x'.repeat(64 * 1024)).toString('base64') });
});

it.each([
  ['of another type', 'icon.gif', 1],
  ['without a type', 'icon', 1],
  ['whose type is not at its end', 'icon.svg.gz', 1],
  ['that is too large', 'icon.svg', 64 * 1024 + 1],
])('keeps no icon %s', async (_title, name, size) => {
  expect((await read({ [name]: 'x'.repeat(size) }, name)).icon).toBeNull();
});

it('keeps no icon that the package lacks or does not name', async () => {
  expect((await read({ 'icon.svg': 'x' }, 'other.svg')).icon).toBeNull();
  expect((await read({ 'icon.svg': 'x' })).icon).toBeNull();
});

it('lists no folders', async () => {
  const { files } = await read({ 'frontend/': '', 'frontend/index.js': 'x' });
  expect(files.map(({ name }) => name)).toEqual(['frontend/index.js']);
});

it('keeps the warnings about the content', async () => {
  const warning = { code: 'FILE_ODD', severity: 'warning', message: 'x' };
  const { warnings } = await read({ 'manifest.json': '{}' }, undefined, [
    warning,
    { ...warning, entry: 'a', fix: 'y' },
    { ...warning, entry: SIGNATURE_ENTRY },
    { ...warning, code: 'PACKAGE_NAME_MISMATCH' },
    { ...warning, code: 'PLATFORM_RANGE_UNMET' },
  ]);
  expect(warnings).toStrictEqual([
    { code: 'FILE_ODD', message: 'x' },
    { code: 'FILE_ODD', message: 'x', entry: 'a', fix: 'y' },
  ]);
});
