import type { Readable } from 'node:stream';
import type { ByteRange, ObjectVisibility, StoredObject, UploadOptions } from '@platform/plugin-sdk/oss';
import { serviceToken } from '../../kernel/index.ts';

/** Where an object lies, or may lie. */
export interface ObjectAddress {
  readonly ossId: number;
  /** `config_key` of the storage. */
  readonly storage: string;
  readonly objectKey: string;
}

/** An object that has its place and is not written yet. */
export interface PlannedObject extends ObjectAddress {
  readonly tenantId: string;
  readonly name: string;
  readonly type: string;
  readonly visibility: ObjectVisibility;
  readonly appCode: string | null;
  readonly permission: string | null;
}

/**
 * Stored objects for parts of the host that note down where an object will lie before it is
 * written, so that one whose writing was cut off can be found and removed.
 */
export interface StoredObjects {
  /** Writes nothing. @throws STORAGE_DISABLED (503) */
  plan(options: UploadOptions): Promise<PlannedObject>;
  /**
   * @param content or what opens it, called when the storage is ready to read
   * @throws STORAGE_UNAVAILABLE (503); then nothing is stored
   */
  store(planned: PlannedObject, content: Readable | Uint8Array | (() => Readable)): Promise<StoredObject>;
  /** @throws OBJECT_NOT_FOUND (404), OBJECT_RANGE_INVALID (416) */
  download(ossId: number, range?: ByteRange): Promise<Readable>;
  /** One that is gone already is no error. */
  remove(ossId: number): Promise<void>;
  /**
   * Takes an object away from where everybody with its address could load it. May be cut off at any
   * point, and begun again.
   *
   * @returns false where it was private, or is not there
   * @throws STORAGE_UNAVAILABLE (503)
   */
  makePrivate(ossId: number): Promise<boolean>;
  /**
   * Removes what writings that were cut off before this time, milliseconds since 1970, have left in
   * the file system.
   */
  clearPartial(before: number): Promise<void>;
  /**
   * Name of the storage that takes new objects, once it has answered.
   *
   * @throws STORAGE_DISABLED, STORAGE_UNAVAILABLE (503)
   */
  check(): Promise<string>;
  /** Removes what there is of a planned object, be it nothing. @throws STORAGE_UNAVAILABLE (503) */
  removePlanned(address: ObjectAddress): Promise<void>;
}

export const STORED_OBJECTS = serviceToken<StoredObjects>('stored-objects');
