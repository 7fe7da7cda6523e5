import type { PackageContent } from '@platform/host-api';
import type { AppManifest, SignatureState } from '@platform/package-format';
import type { Updateable } from 'kysely';
import type { Database, HostSchema, Ids, VersionStatus } from '../../data/index.ts';
import { ContentStore } from './content-store.ts';

/** A version of an application, `app_version`. */
export interface AppVersion {
  readonly versionId: number;
  readonly appId: number;
  readonly appCode: string;
  readonly version: string;
  readonly status: VersionStatus;
  readonly releaseTime: string | null;
  readonly releaseNotes: string | null;
  readonly packageUrl: string;
  readonly packageSize: number;
  readonly packageMd5: string;
  readonly packageSha256: string;
  readonly manifestJson: string;
  readonly signatureState: SignatureState;
  readonly signerKeyId: string | null;
  readonly deprecateReason: string | null;
  readonly publisher: string | null;
  readonly createTime: string;
}

export interface NewVersion {
  readonly appId: number;
  readonly appCode: string;
  readonly version: string;
  readonly releaseNotes: string | null;
  readonly packageUrl: string;
  readonly packageSize: number;
  readonly packageMd5: string;
  readonly packageSha256: string;
  readonly manifestJson: string;
  readonly signatureState: SignatureState;
  readonly signerKeyId: string | null;
  readonly publisher: string | null;
}

/** Statuses of `app_version`. */
export const PENDING = 0 satisfies VersionStatus;
export const PUBLISHED = 1 satisfies VersionStatus;
/** No longer offered; installed copies keep running. */
export const UNLISTED = 2 satisfies VersionStatus;
/** Offered last, with the reason shown as a warning. */
export const DEPRECATED = 3 satisfies VersionStatus;

const columns = [
  'version_id as versionId',
  'app_id as appId',
  'app_code as appCode',
  'version',
  'status',
  'release_time as releaseTime',
  'release_notes as releaseNotes',
  'package_url as packageUrl',
  'package_size as packageSize',
  'package_md5 as packageMd5',
  'package_sha256 as packageSha256',
  'manifest_json as manifestJson',
  'signature_state as signatureState',
  'signer_key_id as signerKeyId',
  'deprecate_reason as deprecateReason',
  'publisher',
  'create_time as createTime',
] as const;

/** Version records, `app_version`. */
export class VersionStore {
  readonly contents: ContentStore;
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
    this.contents = new ContentStore(database);
  }

  byId(versionId: number): Promise<AppVersion | undefined> {
    return this.#database.query
      .selectFrom('app_version')
      .select(columns)
      .where('version_id', '=', versionId)
      .executeTakeFirst();
  }

  find(appCode: string, version: string): Promise<AppVersion | undefined> {
    return this.#database.query
      .selectFrom('app_version')
      .select(columns)
      .where('app_code', '=', appCode)
      .where('version', '=', version)
      .executeTakeFirst();
  }

  /** All versions of an application, the latest saved first. */
  ofApp(appCode: string): Promise<AppVersion[]> {
    return this.#database.query
      .selectFrom('app_version')
      .select(columns)
      .where('app_code', '=', appCode)
      .orderBy('version_id', 'desc')
      .execute();
  }

  /** Published and deprecated versions of all applications, the latest published first. */
  onOffer(limit: number): Promise<AppVersion[]> {
    return this.#database.query
      .selectFrom('app_version')
      .select(columns)
      .where('status', 'in', [PUBLISHED, DEPRECATED])
      .orderBy('release_time', 'desc')
      .orderBy('version_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Finds several versions; the keys are `<code>@<version>`. */
  async manifests(
    wanted: ReadonlyArray<{ readonly appCode: string; readonly version: string }>,
  ): Promise<ReadonlyMap<string, AppVersion>> {
    if (wanted.length === 0) return new Map();
    const rows = await this.#database.query
      .selectFrom('app_version')
      .select(columns)
      .where('app_code', 'in', [...new Set(wanted.map((app) => app.appCode))])
      .where('version', 'in', [...new Set(wanted.map((app) => app.version))])
      .execute();
    return new Map(rows.map((row) => [`${row.appCode}@${row.version}`, row]));
  }

  /** Number of versions signed by each key. */
  async countBySigner(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.query
      .selectFrom('app_version')
      .where('signer_key_id', 'is not', null)
      .groupBy('signer_key_id')
      .select(({ fn }) => ['signer_key_id as keyId', fn.countAll<number>().as('versions')])
      .execute();
    return new Map(rows.map(({ keyId, versions }) => [keyId ?? '', Number(versions)]));
  }

  async isPackageUsed(packageUrl: string): Promise<boolean> {
    const row = await this.#database.query
      .selectFrom('app_version')
      .select('version_id')
      .where('package_url', '=', packageUrl)
      .executeTakeFirst();
    return row !== undefined;
  }

  async insert(version: NewVersion, content: PackageContent): Promise<number> {
    const versionId = this.#ids.next();
    await this.#database.query
      .insertInto('app_version')
      .values({
        version_id: versionId,
        app_id: version.appId,
        app_code: version.appCode,
        version: version.version,
        status: PENDING,
        release_notes: version.releaseNotes,
        package_url: version.packageUrl,
        package_size: version.packageSize,
        package_md5: version.packageMd5,
        package_sha256: version.packageSha256,
        manifest_json: version.manifestJson,
        signature_state: version.signatureState,
        signer_key_id: version.signerKeyId,
        publisher: version.publisher,
      })
      .execute();
    await this.contents.save(versionId, content);
    return versionId;
  }

  async update(versionId: number, change: Updateable<HostSchema['app_version']>): Promise<void> {
    await this.#database.query
      .updateTable('app_version')
      .set(change)
      .where('version_id', '=', versionId)
      .execute();
  }

  async remove(versionId: number): Promise<void> {
    await this.contents.remove(versionId);
    await this.#database.query.deleteFrom('app_version').where('version_id', '=', versionId).execute();
  }
}

/** Parses the manifest that was saved with a version. */
export function manifestOf(version: Pick<AppVersion, 'manifestJson'>): AppManifest {
  return JSON.parse(version.manifestJson) as AppManifest;
}
