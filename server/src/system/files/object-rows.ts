import type { ObjectVisibility } from '@platform/plugin-sdk/oss';
import type { Database } from '../../data/index.ts';
import { PlatformError, requestContext } from '../../kernel/index.ts';

/** Where a stored object lies, and whose it is. */
export interface ObjectPlace {
  readonly ossId: number;
  readonly tenantId: string;
  /** `config_key` of the storage. */
  readonly storage: string;
  readonly objectKey: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly etag: string | null;
  readonly visibility: ObjectVisibility;
  readonly appCode: string | null;
  readonly permission: string | null;
  readonly uploader: number | null;
}

/** The rows of `sys_oss`. */
export class ObjectRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(row: Omit<ObjectPlace, 'uploader'>): Promise<void> {
    await requestContext.runAs(row.tenantId, () =>
      this.#database.query
        .insertInto('sys_oss')
        .values({
          oss_id: row.ossId,
          storage: row.storage,
          object_key: row.objectKey,
          original_name: row.name,
          content_type: row.type,
          size: row.size,
          etag: row.etag,
          visibility: row.visibility,
          app_code: row.appCode,
          permission: row.permission,
        })
        .execute(),
    );
  }

  /** @throws OBJECT_NOT_FOUND (404) also for an object of another tenant */
  async get(ossId: number): Promise<ObjectPlace> {
    const place = await this.find(ossId);
    if (place) return place;
    throw new PlatformError({
      code: 'OBJECT_NOT_FOUND',
      status: 404,
      message: `The file ${ossId} does not exist.`,
      fix: 'It may have been removed. Upload it again.',
    });
  }

  find(ossId: number): Promise<ObjectPlace | undefined> {
    return this.#database.query
      .selectFrom('sys_oss')
      .where('oss_id', '=', ossId)
      .select([
        'oss_id as ossId',
        'tenant_id as tenantId',
        'storage',
        'object_key as objectKey',
        'original_name as name',
        'content_type as type',
        'size',
        'etag',
        'visibility',
        'app_code as appCode',
        'permission',
        'create_by as uploader',
      ])
      .executeTakeFirst();
  }

  async setVisibility(ossId: number, visibility: ObjectVisibility): Promise<void> {
    await this.#database.query
      .updateTable('sys_oss')
      .set({ visibility })
      .where('oss_id', '=', ossId)
      .execute();
  }
}
