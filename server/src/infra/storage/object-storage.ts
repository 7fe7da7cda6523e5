import type { Readable } from 'node:stream';

export interface StoredObjectInfo {
  /** Bytes. */
  readonly size: number;
  /** Changes with the content; without quotes. */
  readonly etag: string;
}

export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, included; none: to the end. */
  readonly end?: number;
}

export interface PutOptions {
  readonly contentType?: string;
}

/** Response headers of an object that browsers load from the storage itself. */
export interface PresignOptions {
  /** How long the address holds. */
  readonly seconds: number;
  readonly name: string;
  readonly type: string;
  /** Whether it may be shown; else it is saved. */
  readonly inline: boolean;
}

/**
 * Where objects lie. Keys are relative paths with `/`. (spec: Files; design 2.2)
 *
 * Every method throws OBJECT_KEY_INVALID (400) for a key that is none, and STORAGE_UNAVAILABLE
 * (503) when the storage does not answer or refuses the credentials.
 */
export interface ObjectStorage {
  /** Stores an object, whole or not at all; one with the same key is replaced. */
  put(key: string, content: Readable | Uint8Array, options?: PutOptions): Promise<StoredObjectInfo>;
  /** @throws OBJECT_NOT_FOUND (404), OBJECT_RANGE_INVALID (416) */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** None when there is no such object. */
  stat(key: string): Promise<StoredObjectInfo | undefined>;
  /** Removes an object; one that does not exist is no error. */
  remove(key: string): Promise<void>;
  /**
   * Address that a browser can load; one that is signed holds for `validSeconds` (default 3600).
   */
  url(key: string, options?: { readonly validSeconds?: number }): Promise<string>;
  /** Signed address of an object for browsers; undefined where they do not reach the storage. */
  presigned?(key: string, options: PresignOptions): Promise<string | undefined>;
  /** Answers when the storage can be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}
