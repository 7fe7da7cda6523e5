import type { Readable } from 'node:stream';
import type { Duration } from '../core/index.ts';

/**
 * Visibility of an object. (design 9.8-57)
 *
 * `private`: readable with a login or an expiring link. `public`: readable by anyone with the
 * address, permanently. Use `public` for logos and product images, not for uploads of users.
 */
export type ObjectVisibility = 'private' | 'public';

export interface UploadOptions {
  readonly name: string;
  /** Media type. Types that browsers execute are stored as `application/octet-stream`. */
  readonly type?: string;
  /** Default: `private`. */
  readonly visibility?: ObjectVisibility;
  /** Permission that may read the object, besides its uploader and `system:oss:query`. */
  readonly permission?: string;
}

/** An object in the host's file storage, a row of `sys_oss`. */
export interface StoredObject {
  readonly ossId: number;
  /**
   * Address for browsers: the permanent one of a public object, else the route with a login
   * check.
   */
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

/**
 * Stores files, locally or on S3. (spec: D2, Authentication 2; design 9.7-51, 9.8-57)
 *
 * @example
 * ```ts
 * const { ossId } = await this.files.upload(file.stream, {
 *   name: file.fileName,
 *   type: file.mimeType,
 *   permission: 'notes:item:list',
 * });
 * const link = await this.files.url(ossId, { expiresIn: '10m' });
 * ```
 */
export abstract class OssService {
  /** @throws STORAGE_DISABLED (503) when no storage is configured */
  abstract upload(content: Readable | Uint8Array, options: UploadOptions): Promise<StoredObject>;
  /**
   * @param range the part that is wanted; none for the whole
   * @throws OBJECT_NOT_FOUND (404), OBJECT_RANGE_INVALID (416)
   */
  abstract download(ossId: number, range?: ByteRange): Promise<Readable>;
  /**
   * Address that a browser can load without a login: of a public object the plain one, of a
   * private one a link that expires. Anybody with the link can read the object until then.
   *
   * @param options `expiresIn`: `10m`, or seconds; from one second to seven days; default: an
   * hour
   * @throws OBJECT_NOT_FOUND (404), LINK_DURATION_INVALID (400)
   */
  abstract url(ossId: number, options?: { readonly expiresIn?: Duration | number }): Promise<string>;
  abstract remove(ossId: number): Promise<void>;
}
