import type { Readable } from 'node:stream';

/** An object in the host's file storage, a row of `sys_oss`. */
export interface StoredObject {
  readonly ossId: number;
  /** Address that a browser can load. */
  readonly url: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A part of an object. */
export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, included; none: to the end. */
  readonly end?: number;
}

/** The host's file storage, local or S3. (spec: D2, Authentication 2; design 9.7-51) */
export abstract class OssService {
  /** @throws STORAGE_DISABLED when no storage is configured */
  abstract upload(
    content: Readable | Uint8Array,
    options: { readonly name: string; readonly type?: string },
  ): Promise<StoredObject>;
  /**
   * @param range the part that is wanted; none for the whole
   * @throws OBJECT_NOT_FOUND (404), OBJECT_RANGE_INVALID (416)
   */
  abstract download(ossId: number, range?: ByteRange): Promise<Readable>;
  /** @throws OBJECT_NOT_FOUND (404) */
  abstract url(ossId: number): Promise<string>;
  abstract remove(ossId: number): Promise<void>;
}
