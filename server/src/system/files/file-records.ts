import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { conflict, found, notFound } from '../shared/failures.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';
import type { ObjectVisibility } from '@platform/plugin-sdk/oss';
import type { ObjectStore } from './object-store.ts';

export interface FileRow {
  readonly ossId: number;
  readonly originalName: string;
  readonly contentType: string;
  readonly size: number;
  readonly storage: string;
  readonly visibility: ObjectVisibility;
  readonly appCode: string | null;
  readonly permission: string | null;
  readonly url: string;
  readonly createBy: number | null;
  readonly createTime: string;
}

export interface FileFilter {
  readonly originalName?: string;
  readonly contentType?: string;
  readonly storage?: string;
  readonly visibility?: string;
  readonly appCode?: string;
}

const ordering: Ordering = {
  columns: { originalName: 'original_name', size: 'size', createTime: 'create_time' },
  by: 'oss_id',
  direction: 'desc',
  unique: 'oss_id',
};

/** The stored files of the tenant in context. */
export class FileRecords {
  readonly #database: Database;
  readonly #objects: ObjectStore;

  constructor(database: Database, objects: ObjectStore) {
    this.#database = database;
    this.#objects = objects;
  }

  async list(filter: FileFilter, page: PageQuery): Promise<Page<FileRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: await Promise.all(rows.map((row) => this.#withUrl(row))) };
  }

  /** Without addresses, which end. @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: FileFilter, page: PageQuery): AsyncIterable<ReadonlyArray<Omit<FileRow, 'url'>>> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows);
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(ossId: number): Promise<FileRow> {
    return this.#withUrl(
      found(await this.#select({}).where('oss_id', '=', ossId).executeTakeFirst(), 'file'),
    );
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async rename(ossId: number, originalName: string): Promise<void> {
    const result = await this.#database.query
      .updateTable('sys_oss')
      .set({ original_name: originalName })
      .where('oss_id', '=', ossId)
      .executeTakeFirst();
    if (Number(result.numUpdatedRows) === 0) throw notFound('file');
  }

  /** @throws RECORD_NOT_FOUND (404), FILE_IS_PACKAGE (409) before anything is removed */
  async remove(ossIds: readonly number[]): Promise<number> {
    const rows = await this.#select({}).where('oss_id', 'in', ossIds).execute();
    if (rows.length < ossIds.length) throw notFound('file');
    await this.#assertNoPackage(ossIds);
    for (const ossId of ossIds) await this.#objects.remove(ossId);
    return ossIds.length;
  }

  /** Packages belong to the console: removed here, their versions could not be installed. */
  async #assertNoPackage(ossIds: readonly number[]): Promise<void> {
    const row = await this.#database.query
      .selectFrom('app_package')
      .where(
        'package_url',
        'in',
        ossIds.map((ossId) => `oss://${ossId}`),
      )
      .select('package_url')
      .executeTakeFirst();
    if (!row) return;
    throw conflict(
      'FILE_IS_PACKAGE',
      `The file ${row.package_url} is the package of an application.`,
      'Remove its version in the console instead.',
    );
  }

  async #withUrl({ objectKey, ...row }: Omit<FileRow, 'url'> & { objectKey: string }): Promise<FileRow> {
    return { ...row, url: await this.#objects.urlOf({ ...row, objectKey }) };
  }

  #select({ originalName, contentType, storage, visibility, appCode }: FileFilter) {
    return this.#database.query
      .selectFrom('sys_oss')
      .select([
        'oss_id as ossId',
        'original_name as originalName',
        'content_type as contentType',
        'size',
        'storage',
        'visibility',
        'app_code as appCode',
        'permission',
        'object_key as objectKey',
        'create_by as createBy',
        'create_time as createTime',
      ])
      .$if(!!originalName, (query) => query.where(contains('original_name', originalName ?? '')))
      .$if(!!contentType, (query) => query.where(contains('content_type', contentType ?? '')))
      .$if(!!storage, (query) => query.where('storage', '=', storage ?? ''))
      .$if(!!appCode, (query) => query.where('app_code', '=', appCode ?? ''))
      .$if(!!visibility, (query) =>
        query.where('visibility', '=', visibility === 'public' ? 'public' : 'private'),
      );
  }
}
