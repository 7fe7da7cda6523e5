import { Readable } from 'node:stream';
import type { ByteRange, ObjectVisibility, StoredObject, UploadOptions } from '@platform/plugin-sdk/oss';
import { DEFAULT_TENANT, heldStream, requestContext, type Clock } from '../../kernel/index.ts';
import type { Ids } from '../../data/index.ts';
import type { TenantLimits } from '../shared/tenant-limits.ts';
import type { Leftovers } from './leftovers.ts';
import { createObjectKey, displayName, isPicture, storedType } from './object-key.ts';
import { contentUrl, type ObjectLinks } from './object-links.ts';
import type { ObjectPlace, ObjectRows } from './object-rows.ts';
import type { ObjectAddress, PlannedObject, StoredObjects } from './stored-objects.ts';
import type { Storages } from './storages.ts';

export interface ObjectStoreParts {
  readonly rows: ObjectRows;
  readonly links: ObjectLinks;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly storages: Storages;
  readonly leftovers: Leftovers;
  readonly limits: TenantLimits;
}

/** Stored objects: `sys_oss` and the storages. (spec: Files; design 9.8-57) */
export class ObjectStore implements StoredObjects {
  readonly #parts: ObjectStoreParts;

  constructor(parts: ObjectStoreParts) {
    this.#parts = parts;
  }

  /** @param appCode the application that stores it; none: the host */
  async upload(
    content: Readable | Uint8Array,
    options: UploadOptions,
    appCode: string | null = null,
  ): Promise<StoredObject> {
    // A stream that the caller opened may fail before it is read.
    if (content instanceof Readable) heldStream(content);
    try {
      return await this.store({ ...(await this.plan(options)), appCode }, content);
    } catch (error) {
      if (content instanceof Readable) content.destroy();
      throw error;
    }
  }

  async plan({ visibility = 'private', permission, ...options }: UploadOptions): Promise<PlannedObject> {
    const { ids, clock, storages } = this.#parts;
    const tenantId = requestContext.current()?.tenantId ?? DEFAULT_TENANT;
    const storage = await storages.active();
    const name = displayName(options.name);
    const objectKey = createObjectKey(tenantId, name, clock.now());
    const type = storedType(options.type);
    return {
      ...{ ossId: ids.next(), tenantId, storage, objectKey, name, type, visibility },
      ...{ appCode: null, permission: permission || null },
    };
  }

  async store(
    planned: PlannedObject,
    content: Readable | Uint8Array | (() => Readable),
  ): Promise<StoredObject> {
    const { ossId, objectKey, name, type, visibility } = planned;
    const storage = await this.#parts.storages.named(planned.storage, visibility);
    const opened = typeof content === 'function' ? content() : content;
    await this.#parts.limits.assertRoomForBytes(planned.tenantId, 1);
    const { size, etag } = await storage.put(objectKey, opened, { contentType: type });
    try {
      await this.#parts.limits.assertRoomForBytes(planned.tenantId, size);
      await this.#parts.rows.insert({ ...planned, size, etag });
    } catch (error) {
      await storage.remove(objectKey);
      throw error;
    }
    return { ossId, url: await this.urlOf(planned), name, size };
  }

  async download(ossId: number, range?: ByteRange): Promise<Readable> {
    return this.contentOf(await this.#parts.rows.get(ossId), range);
  }

  async contentOf(place: ObjectPlace, range?: ByteRange): Promise<Readable> {
    const { storage, visibility, objectKey } = place;
    return (await this.#parts.storages.named(storage, visibility)).get(objectKey, range);
  }

  /** URL for a browser: direct for a public object, the route with a login for a private one. */
  async urlOf(place: ObjectAddress & Pick<ObjectPlace, 'visibility'>): Promise<string> {
    if (place.visibility === 'private') return contentUrl(place.ossId);
    return (await this.#parts.storages.named(place.storage, 'public')).url(place.objectKey);
  }

  /**
   * An address that needs no login: the storage's own where browsers reach it, else the host's.
   *
   * @param seconds how long it holds, of a private object
   * @returns `expires`: seconds since 1970, none for a public object
   */
  async linkTo(
    place: ObjectPlace,
    seconds: number,
  ): Promise<{ readonly url: string; readonly expires?: number }> {
    if (place.visibility === 'public') return { url: await this.urlOf(place) };
    const { storage, objectKey, ossId, tenantId, name, type } = place;
    const made = this.#parts.links.create(ossId, tenantId, seconds);
    const inline = isPicture(type);
    const own = await this.#parts.storages.named(storage, 'private');
    return { ...made, url: (await own.presigned?.(objectKey, { seconds, name, type, inline })) ?? made.url };
  }

  async remove(ossId: number): Promise<void> {
    const place = await this.#parts.rows.find(ossId);
    if (place) await this.removePlanned(place);
  }

  removePlanned(address: ObjectAddress): Promise<void> {
    return this.#parts.leftovers.remove(address);
  }

  makePrivate(ossId: number): Promise<boolean> {
    return this.setVisibility(ossId, 'private');
  }

  /**
   * Moves an object to where everybody with its address can load it, or away from there. May be cut
   * off at any point, and begun again.
   *
   * @returns false where it is there already, or does not exist
   * @throws STORAGE_UNAVAILABLE (503)
   */
  async setVisibility(ossId: number, visibility: ObjectVisibility): Promise<boolean> {
    const { rows, storages } = this.#parts;
    const place = await rows.find(ossId);
    if (!place || place.visibility === visibility) return false;
    const { storage, objectKey, type } = place;
    const from = await storages.named(storage, place.visibility);
    const to = await storages.named(storage, visibility);
    const [source, copy] = [await from.stat(objectKey), await to.stat(objectKey)];
    if (source && copy?.size !== source.size) {
      await to.put(objectKey, await from.get(objectKey), { contentType: type });
    }
    // The row comes last: cut off before it, the next try finds the copy.
    await from.remove(objectKey);
    await rows.setVisibility(ossId, visibility);
    return true;
  }

  check(): Promise<string> {
    return this.#parts.storages.checkActive();
  }

  clearPartial(before: number): Promise<void> {
    return this.#parts.storages.clearPartial(before);
  }
}
