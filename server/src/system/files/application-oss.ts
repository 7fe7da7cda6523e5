import type { Readable } from 'node:stream';
import { OssService, type ByteRange, type StoredObject, type UploadOptions } from '@platform/plugin-sdk/oss';
import type { Duration } from '@platform/plugin-sdk/core';
import { millisecondsOf } from '../../infra/index.ts';
import { linkSeconds } from './object-links.ts';
import type { ObjectRows } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';

/** {@link OssService} of one application. (spec: D2; design 9.7-51, 9.8-57) */
export class ApplicationOss extends OssService {
  readonly #appCode: string;
  readonly #rows: ObjectRows;
  readonly #store: ObjectStore;

  constructor(appCode: string, rows: ObjectRows, store: ObjectStore) {
    super();
    this.#appCode = appCode;
    this.#rows = rows;
    this.#store = store;
  }

  override upload(content: Readable | Uint8Array, options: UploadOptions): Promise<StoredObject> {
    return this.#store.upload(content, options, this.#appCode);
  }

  override download(ossId: number, range?: ByteRange): Promise<Readable> {
    return this.#store.download(ossId, range);
  }

  override async url(
    ossId: number,
    { expiresIn }: { readonly expiresIn?: Duration | number } = {},
  ): Promise<string> {
    const seconds = linkSeconds(typeof expiresIn === 'string' ? millisecondsOf(expiresIn) / 1000 : expiresIn);
    return (await this.#store.linkTo(await this.#rows.get(ossId), seconds)).url;
  }

  override remove(ossId: number): Promise<void> {
    return this.#store.remove(ossId);
  }
}
