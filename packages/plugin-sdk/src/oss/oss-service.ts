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

/** The host's file storage, local or S3. (spec: D2, Authentication 2; design 9.7-51) */
export abstract class OssService {
  /** @throws STORAGE_DISABLED when no storage is configured */
  abstract upload(
    content: Readable | Uint8Array,
    options: { readonly name: string; readonly type?: string },
  ): Promise<StoredObject>;
  /** @throws OBJECT_NOT_FOUND (404) */
  abstract download(ossId: number): Promise<Readable>;
  /** @throws OBJECT_NOT_FOUND (404) */
  abstract url(ossId: number): Promise<string>;
  abstract remove(ossId: number): Promise<void>;
}
