import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UploadedFile } from '../../kernel/index.ts';
import type { PackageInspector } from '../packages/package-inspector.ts';
import type { PackageStorage } from '../packages/package-storage.ts';
import type { ListingStore } from '../records/listing-store.ts';
import { PackageUpload } from './package-upload.ts';

let temp: string;
beforeEach(async () => void (temp = await mkdtemp(join(tmpdir(), 'upload-'))));
afterEach(() => rm(temp, { recursive: true }));

const file = (facts: object = {}): UploadedFile =>
  ({
    fieldName: 'file',
    fileName: 'C/up/demo.zip',
    fields: {},
    stream: Readable.from(['zip']),
    ...facts,
  }) as unknown as UploadedFile;

/** Uploads a form; crm is application 7. */
async function parse(files: readonly UploadedFile[], appId?: number) {
  const inspect = vi.fn(async (path: string, _expected: object) => ({
    manifest: { code: 'crm', name: 'CRM', version: '1.0.0' },
    size: (await readFile(path)).length,
    findings: [],
    signature: { state: 'signed', keyId: 'k' },
  }));
  const put = vi.fn(async (..._given: string[]) => 'oss://1');
  const upload = new PackageUpload(
    { inspect } as unknown as PackageInspector,
    { put } as unknown as PackageStorage,
    { byId: async (id: number) => (id === 7 ? { appCode: 'crm' } : undefined) } as unknown as ListingStore,
    temp,
  );
  const parsed = await upload.parse(Readable.from(files), appId).finally(async () => {
    expect(await readdir(temp)).toEqual([]);
  });
  return { parsed, expected: inspect.mock.calls[0]?.[1], put };
}

it('stores the first package of the form under its plain name, and reads the rest', async () => {
  const others = [file({ fieldName: 'note' }), file({ stream: Readable.from(['another']) })];
  const [note, second] = others;
  const { parsed, expected, put } = await parse([note!, file(), second!]);
  expect(parsed).toMatchObject({ appCode: 'crm', name: 'CRM', version: '1.0.0', packageSize: 3 });
  expect(parsed).toMatchObject({ packageUrl: 'oss://1', securityNote: 'Signed by the trusted key k.' });
  expect(expected).toEqual({ fileName: 'demo.zip' });
  expect(put).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(temp), 'demo.zip');
  for (const { stream } of others) await vi.waitFor(() => expect(stream.readableEnded).toBe(true));
});

it('expects the code of the application that the address or the form names', async () => {
  const expected = { fileName: 'demo.zip', expectedCode: 'crm' };
  expect((await parse([file()], 7)).expected).toEqual(expected);
  expect((await parse([file({ fields: { appId: '7' } })])).expected).toEqual(expected);
  expect((await parse([file({ fields: { appId: '' } })])).expected).toEqual({ fileName: 'demo.zip' });
});

it.each([
  ['no file', [], 'PACKAGE_FILE_MISSING', 400],
  ['only another field', [{ fieldName: 'note' }], 'PACKAGE_FILE_MISSING', 400],
  ['an unknown application', [{ fields: { appId: '8' } }], 'APP_NOT_FOUND', 404],
  ['zero', [{ fields: { appId: '0' } }], 'VALIDATION_FAILED', 400],
  ['no number', [{ fields: { appId: '7x' } }], 'VALIDATION_FAILED', 400],
  ['words before a number', [{ fields: { appId: 'x7' } }], 'VALIDATION_FAILED', 400],
  ['a number that is not exact', [{ fields: { appId: '9999999999999999' } }], 'VALIDATION_FAILED', 400],
])('refuses a form with %s', async (_what, files, code, status) => {
  await expect(parse(files.map(file))).rejects.toMatchObject({ code, status });
});

it('says that a package is too large, and passes other failures on', async () => {
  const failing = (code: string): Readable =>
    new Readable({
      read() {
        this.destroy(Object.assign(new Error('lost'), { code }));
      },
    });
  await expect(parse([file({ stream: failing('BODY_TOO_LARGE') })])).rejects.toMatchObject({
    code: 'PACKAGE_TOO_LARGE',
    status: 413,
  });
  await expect(parse([file({ stream: failing('ECONNRESET') })])).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
});
