import type { ExpressionBuilder } from 'kysely';
import type { Database, HostSchema } from '../../data/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { ObjectAddress } from '../../system/index.ts';

const SCHEME = 'oss://';

/** A package in the storage, recorded before it is written. */
export interface PackageRecord extends ObjectAddress {
  readonly packageUrl: string;
  /** Number of claims when this record was read. */
  readonly claims: number;
}

/**
 * Package records, `app_package`.
 *
 * A record precedes its object, so that a crash never leaves an unknown object in the storage.
 */
export class PackageRecords {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Records a package. @returns its address */
  async add({ ossId, storage, objectKey }: ObjectAddress): Promise<string> {
    const package_url = `${SCHEME}${ossId}`;
    const uploaded_time = new Date(this.#clock.now()).toISOString();
    await this.#database.query
      .insertInto('app_package')
      .values({ package_url, storage, object_key: objectKey, uploaded_time })
      .execute();
    return package_url;
  }

  async find(packageUrl: string): Promise<PackageRecord | undefined> {
    const row = await this.#select().where('package_url', '=', packageUrl).executeTakeFirst();
    return row && recordOf(row);
  }

  /**
   * Packages without a version, whose removal has begun or which are old enough.
   *
   * @param keepMs minimum age in milliseconds
   */
  async unused(keepMs: number): Promise<PackageRecord[]> {
    const limit = new Date(this.#clock.now() - keepMs).toISOString();
    const rows = await this.#select()
      .where((eb) => eb.or([eb('removing', '=', true), eb('uploaded_time', '<=', limit)]))
      .where((eb) => eb.not(eb.exists(versionsWith(eb))))
      .orderBy('uploaded_time')
      .execute();
    return rows.map(recordOf);
  }

  /**
   * Protects a package from removal; call it in the transaction that refers to the package.
   *
   * @returns false when it is removed or about to be
   */
  async claim(packageUrl: string): Promise<boolean> {
    const result = await this.#database.query
      .updateTable('app_package')
      .set((eb) => ({ claims: eb('claims', '+', 1) }))
      .where('package_url', '=', packageUrl)
      .where('removing', '=', false)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }

  /**
   * Marks a package for removal, so that it can no longer be claimed.
   *
   * @returns false when a version refers to it, or it was claimed since the record was read
   */
  async beginRemoval({ packageUrl, claims }: PackageRecord): Promise<boolean> {
    const result = await this.#database.query
      .updateTable('app_package')
      .set({ removing: true })
      .where('package_url', '=', packageUrl)
      .where('claims', '=', claims)
      .where((eb) => eb.not(eb.exists(versionsWith(eb))))
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }

  async remove(packageUrl: string): Promise<void> {
    await this.#database.query.deleteFrom('app_package').where('package_url', '=', packageUrl).execute();
  }

  #select() {
    return this.#database.query
      .selectFrom('app_package')
      .select(['package_url', 'storage', 'object_key', 'claims']);
  }
}

/** @returns the object id in a package's address; undefined for another text */
export function objectOf(packageUrl: string): number | undefined {
  const id = packageUrl.startsWith(SCHEME) ? Number(packageUrl.slice(SCHEME.length)) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const versionsWith = (eb: ExpressionBuilder<HostSchema, 'app_package'>) =>
  eb
    .selectFrom('app_version')
    .select('version_id')
    .whereRef('app_version.package_url', '=', 'app_package.package_url');

function recordOf(row: {
  readonly package_url: string;
  readonly storage: string;
  readonly object_key: string;
  readonly claims: number;
}): PackageRecord {
  const { package_url: packageUrl, storage, object_key: objectKey, claims } = row;
  return { packageUrl, ossId: objectOf(packageUrl) ?? 0, storage, objectKey, claims };
}
