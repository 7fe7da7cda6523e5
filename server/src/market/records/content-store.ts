import type { PackageContent } from '@platform/host-api';
import type { Database } from '../../data/index.ts';

/** Package contents of saved versions, `app_version_content`. */
export class ContentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined for a version saved before contents were recorded. */
  async find(versionId: number): Promise<PackageContent | undefined> {
    const row = await this.#database.query
      .selectFrom('app_version_content')
      .select('content_json')
      .where('version_id', '=', versionId)
      .executeTakeFirst();
    return row && (JSON.parse(row.content_json) as PackageContent);
  }

  /** The inspector's warnings by version; versions without warnings are absent. */
  async warningsOf(versionIds: readonly number[]): Promise<ReadonlyMap<number, PackageContent['warnings']>> {
    if (versionIds.length === 0) return new Map();
    const rows = await this.#database.query
      .selectFrom('app_version_content')
      .select(['version_id', 'content_json'])
      .where('version_id', 'in', [...versionIds])
      .execute();
    const noted = rows.map(
      (row) => [row.version_id, (JSON.parse(row.content_json) as PackageContent).warnings] as const,
    );
    return new Map(noted.filter(([, warnings]) => warnings.length > 0));
  }

  async save(versionId: number, content: PackageContent): Promise<void> {
    await this.remove(versionId);
    await this.#database.query
      .insertInto('app_version_content')
      .values({ version_id: versionId, content_json: JSON.stringify(content) })
      .execute();
  }

  async remove(versionId: number): Promise<void> {
    await this.#database.query
      .deleteFrom('app_version_content')
      .where('version_id', '=', versionId)
      .execute();
  }
}
