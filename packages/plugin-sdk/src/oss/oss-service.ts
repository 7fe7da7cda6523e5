import type { Readable } from 'node:stream';
import type { Duration } from '../core/index.ts';

/**
 * Who can read an object. `private`: whoever may, by a login or a link that expires. `public`: everybody who has the address,
 * for ever; for logos and pictures of products, not for what people write or upload. (design 9.8-57)
 */
export type ObjectVisibility = 'private' | 'public';

export interface UploadOptions {
  readonly name: string;
  /** Media type; what browsers would run is stored as `application/octet-stream`. */
  readonly type?: string;
  /** Default: `private`. */
  readonly visibility?: ObjectVisibility;
  /** Whoever has this permission may read the object, besides its uploader and holders of `system:oss:query`. */
  readonly permission?: string;
}

/** An object in the host's file storage, a row of `sys_oss`. */
export interface StoredObject {
  readonly ossId: number;
  /** Address for browsers: of a public object the plain one, of a private one the route that asks for a login. */
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

/** The host's file storage, local or S3. (spec: D2, Authentication 2; design 9.7-51, 9.8-57) */
export abstract class OssService {
  /** @throws STORAGE_DISABLED (503) when no storage is configured */
  abstract upload(content: Readable | Uint8Array, options: UploadOptions): Promise<StoredObject>;
  /**
   * @param range the part that is wanted; none for the whole
   * @throws OBJECT_NOT_FOUND (404), OBJECT_RANGE_INVALID (416)
   */
  abstract download(ossId: number, range?: ByteRange): Promise<Readable>;
  /**
   * Address that a browser can load without a login: of a public object the plain one, of a private one a link that
   * expires. Whoever is given the link can read the object until then.
   *
   * @param options `expiresIn`: `10m`, or seconds; from one second to seven days; default: an hour
   * @throws OBJECT_NOT_FOUND (404), LINK_DURATION_INVALID (400)
   */
  abstract url(ossId: number, options?: { readonly expiresIn?: Duration | number }): Promise<string>;
  abstract remove(ossId: number): Promise<void>;
}
