import type { Readable } from 'node:stream';
import type { OssService, StoredObject } from '@platform/plugin-sdk/oss';
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
}

/**
 * Stored objects for parts of the host that note down where an object will lie before it is written, so that one whose
 * writing was cut off can be found and removed.
 */
export interface StoredObjects extends OssService {
  /** Writes nothing. @throws STORAGE_DISABLED (503) */
  plan(options: { readonly name: string; readonly type?: string }): Promise<PlannedObject>;
  /**
   * @param content or what opens it, called when the storage is ready to read
   * @throws STORAGE_UNAVAILABLE (503); then nothing is stored
   */
  store(planned: PlannedObject, content: Readable | Uint8Array | (() => Readable)): Promise<StoredObject>;
  /** Removes what writings that were cut off before this time, milliseconds since 1970, have left in the file system. */
  clearPartial(before: number): Promise<void>;
  /** Removes what there is of a planned object, be it nothing. @throws STORAGE_UNAVAILABLE (503) */
  removePlanned(address: ObjectAddress): Promise<void>;
}

export const STORED_OBJECTS = serviceToken<StoredObjects>('stored-objects');
