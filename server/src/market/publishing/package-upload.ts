import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Finding, SignatureState } from '@platform/package-format';
import { PlatformError, type UploadedFile } from '../../kernel/index.ts';
import { securityNote } from '../packages/security-note.ts';
import type { ListingStore } from '../records/listing-store.ts';
import type { PackageInspector } from '../packages/package-inspector.ts';
import { withTempFolder, type PackageStorage } from '../packages/package-storage.ts';

/** The answer to an upload. (spec: Endpoints 1) */
export interface ParsedPackage {
  readonly packageUrl: string;
  readonly packageSize: number;
  readonly packageMd5: string;
  readonly packageSha256: string;
  readonly manifestJson: string;
  readonly securityNote: string;
  readonly appCode: string;
  readonly version: string;
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly signature: { readonly state: SignatureState; readonly keyId?: string; readonly reason?: string };
}

/** Receives packages: inspects each in a temporary folder before storing it. */
export class PackageUpload {
  readonly #inspector: PackageInspector;
  readonly #storage: PackageStorage;
  readonly #listings: ListingStore;
  readonly #tempDir: string;

  constructor(inspector: PackageInspector, storage: PackageStorage, listings: ListingStore, tempDir: string) {
    this.#inspector = inspector;
    this.#storage = storage;
    this.#listings = listings;
    this.#tempDir = tempDir;
  }

  /**
   * Inspects and stores an uploaded package; a refused one leaves nothing behind.
   *
   * @throws PACKAGE_FILE_MISSING, VALIDATION_FAILED (400), APP_NOT_FOUND (404), PACKAGE_TOO_LARGE
   *   (413), and the inspector's codes
   */
  async parse(files: AsyncIterable<UploadedFile>, appId: number | undefined): Promise<ParsedPackage> {
    return withTempFolder(this.#tempDir, async (folder) => {
      const path = join(folder, 'package.zip');
      const file = await receive(files, path);
      const expectedId = appId ?? namedId(file.fields['appId']);
      const expectedCode = expectedId === undefined ? undefined : await this.#codeOf(expectedId);
      const fileName = basename(file.fileName);
      const inspection = await this.#inspector.inspect(path, {
        fileName,
        ...(expectedCode === undefined ? {} : { expectedCode }),
      });
      const { code, name, version } = inspection.manifest;
      const packageUrl = await this.#storage.put(path, fileName);
      return {
        packageUrl,
        packageSize: inspection.size,
        packageMd5: inspection.md5,
        packageSha256: inspection.sha256,
        manifestJson: inspection.manifestJson,
        securityNote: securityNote(inspection),
        appCode: code,
        version,
        name,
        findings: inspection.findings,
        signature: inspection.signature,
      };
    });
  }

  async #codeOf(appId: number): Promise<string> {
    const listing = await this.#listings.byId(appId);
    if (listing) return listing.appCode;
    throw new PlatformError({
      code: 'APP_NOT_FOUND',
      status: 404,
      message: 'This application does not exist.',
      fix: 'Omit appId for a new application.',
    });
  }
}

/** Saves the first file of field `file`, and reads the whole form: fields may follow the file. */
async function receive(files: AsyncIterable<UploadedFile>, path: string): Promise<UploadedFile> {
  let received: UploadedFile | undefined;
  try {
    for await (const file of files) {
      if (received || file.fieldName !== 'file') file.stream.resume();
      else {
        received = file;
        await pipeline(file.stream, createWriteStream(path));
      }
    }
  } catch (error) {
    throw (error as { code?: unknown }).code === 'BODY_TOO_LARGE' ? tooLarge(error) : error;
  }
  if (received) return received;
  throw new PlatformError({
    code: 'PACKAGE_FILE_MISSING',
    status: 400,
    message: 'The form has no field `file`.',
    fix: 'Send the package in the multipart field `file`.',
  });
}

/** Parses the form field `appId`; empty means none. @throws VALIDATION_FAILED (400) */
function namedId(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const appId = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (appId >= 1 && Number.isSafeInteger(appId)) return appId;
  throw new PlatformError({
    code: 'VALIDATION_FAILED',
    status: 400,
    message: 'The request is not valid: appId must be the id of an application.',
    fix: 'Omit appId for a new application.',
  });
}

/** spec: Limits, package size */
function tooLarge(cause: unknown): PlatformError {
  return new PlatformError({
    code: 'PACKAGE_TOO_LARGE',
    status: 413,
    message: 'The package is larger than 200 MB.',
    fix: 'Remove files that the application does not need, starting with large images.',
    cause,
  });
}
