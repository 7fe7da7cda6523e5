import { Readable } from 'node:stream';
import { OssService, type ByteRange, type StoredObject } from '@platform/plugin-sdk/oss';
import { DEFAULT_TENANT, heldStream, PlatformError, requestContext, type Clock } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { createObjectKey, displayName, storedType } from './object-key.ts';
import type { ObjectAddress, PlannedObject, StoredObjects } from './stored-objects.ts';
import type { Storages } from './storages.ts';

/** Where a stored object lies. */
export interface ObjectPlace {
  readonly storage: string;
  readonly objectKey: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface OssServiceParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly storages: Storages;
}

/** {@link OssService} on `sys_oss` and the enabled storage. (spec: D2; design 9.7-51) */
export class StorageOssService extends OssService implements StoredObjects {
  readonly #parts: OssServiceParts;

  constructor(parts: OssServiceParts) {
    super();
    this.#parts = parts;
  }

  override async upload(
    content: Readable | Uint8Array,
    options: { readonly name: string; readonly type?: string },
  ): Promise<StoredObject> {
    // A stream that the caller has opened may fail while nobody reads it yet.
    if (content instanceof Readable) heldStream(content);
    try {
      return await this.store(await this.plan(options), content);
    } catch (error) {
      if (content instanceof Readable) content.destroy();
      throw error;
    }
  }

  async plan(options: { readonly name: string; readonly type?: string }): Promise<PlannedObject> {
    const { ids, clock, storages } = this.#parts;
    const tenantId = requestContext.current()?.tenantId ?? DEFAULT_TENANT;
    const { name: storage } = await storages.active();
    const name = displayName(options.name);
    const objectKey = createObjectKey(tenantId, name, clock.now());
    return { ossId: ids.next(), tenantId, storage, objectKey, name, type: storedType(options.type) };
  }

  async store(
    planned: PlannedObject,
    content: Readable | Uint8Array | (() => Readable),
  ): Promise<StoredObject> {
    const { ossId, tenantId, objectKey, name, type } = planned;
    const storage = await this.#parts.storages.named(planned.storage);
    const opened = typeof content === 'function' ? content() : content;
    const { size, etag } = await storage.put(objectKey, opened, { contentType: type });
    try {
      await requestContext.runAs(tenantId, () =>
        this.#parts.database.query
          .insertInto('sys_oss')
          .values({
            oss_id: ossId,
            storage: planned.storage,
            object_key: objectKey,
            original_name: name,
            content_type: type,
            size,
            etag,
          })
          .execute(),
      );
    } catch (error) {
      await storage.remove(objectKey);
      throw error;
    }
    return { ossId, url: await storage.url(objectKey), name, size };
  }

  async removePlanned({ ossId, storage, objectKey }: ObjectAddress): Promise<void> {
    await (await this.#parts.storages.named(storage)).remove(objectKey);
    await this.#parts.database.query.deleteFrom('sys_oss').where('oss_id', '=', ossId).execute();
  }

  override async download(ossId: number, range?: ByteRange): Promise<Readable> {
    const { storage, objectKey } = await this.place(ossId);
    return (await this.#parts.storages.named(storage)).get(objectKey, range);
  }

  override async url(ossId: number): Promise<string> {
    return this.urlOf(await this.place(ossId));
  }

  async urlOf({ storage, objectKey }: Pick<ObjectPlace, 'storage' | 'objectKey'>): Promise<string> {
    return (await this.#parts.storages.named(storage)).url(objectKey);
  }

  /** Removes the object and its row; one that is gone already is no error. */
  override async remove(ossId: number): Promise<void> {
    const place = await this.#find(ossId);
    if (place) await this.removePlanned({ ossId, ...place });
  }

  clearPartial(before: number): Promise<void> {
    return this.#parts.storages.clearPartial(before);
  }

  /** @throws OBJECT_NOT_FOUND (404) also for an object of another tenant */
  async place(ossId: number): Promise<ObjectPlace> {
    const place = await this.#find(ossId);
    if (place) return place;
    throw new PlatformError({
      code: 'OBJECT_NOT_FOUND',
      status: 404,
      message: `There is no stored file ${ossId}.`,
      fix: 'It may have been removed; upload it again.',
    });
  }

  #find(ossId: number): Promise<ObjectPlace | undefined> {
    return this.#parts.database.query
      .selectFrom('sys_oss')
      .where('oss_id', '=', ossId)
      .select(['storage', 'object_key as objectKey', 'original_name as name', 'content_type as type', 'size'])
      .executeTakeFirst();
  }
}
