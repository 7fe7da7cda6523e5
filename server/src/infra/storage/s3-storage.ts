import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition, heldStream } from '../../kernel/index.ts';
import { objectNotFound, rangeInvalid, storageUnavailable } from './failures.ts';
import { encodeKey, prefixedKey } from './keys.ts';
import type {
  ByteRange,
  ObjectStorage,
  PresignOptions,
  PutOptions,
  StoredObjectInfo,
} from './object-storage.ts';

export interface S3StorageConfig {
  readonly type: 's3';
  readonly bucket: string;
  /** Default: the provider that the SDK is made for. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Put before every key. */
  readonly prefix?: string;
  /** Address of the bucket for browsers; none: addresses are signed. */
  readonly publicUrl?: string;
  /**
   * Address of the provider for browsers; without it only the SDK's own provider is one that they
   * reach.
   */
  readonly publicEndpoint?: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. Default: true. */
  readonly pathStyle?: boolean;
}

const VALID_SECONDS = 3600;
const ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Objects in a bucket of anything that speaks S3. Uploads need no length and are cut into parts.
 */
export class S3Storage implements ObjectStorage {
  readonly #config: S3StorageConfig;
  readonly #client: S3Client;
  #forBrowsers: S3Client | undefined;

  constructor(config: S3StorageConfig) {
    this.#config = config;
    this.#client = this.#connect(config.endpoint);
  }

  #connect(endpoint: string | undefined): S3Client {
    const config = this.#config;
    return new S3Client({
      region: config.region || 'us-east-1',
      ...(endpoint ? { endpoint } : {}),
      credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
      forcePathStyle: config.pathStyle ?? true,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(
    key: string,
    content: Readable | Uint8Array,
    options: PutOptions = {},
  ): Promise<StoredObjectInfo> {
    const upload = new Upload({
      client: this.#client,
      params: {
        ...this.#object(key),
        Body: content,
        ...(options.contentType ? { ContentType: options.contentType } : {}),
      },
    });
    await this.#send(() => whileReadable(content, upload.done(), () => upload.abort()));
    const info = await this.stat(key);
    if (!info) throw objectNotFound();
    return info;
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const response = await this.#send(() =>
      this.#client.send(
        new GetObjectCommand({
          ...this.#object(key),
          ...(range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : {}),
        }),
      ),
    );
    return response.Body instanceof Readable ? heldStream(response.Body) : Readable.from([]);
  }

  async stat(key: string): Promise<StoredObjectInfo | undefined> {
    try {
      const head = await this.#send(() => this.#client.send(new HeadObjectCommand(this.#object(key))));
      return { size: head.ContentLength ?? 0, etag: (head.ETag ?? '').replaceAll('"', '') };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'OBJECT_NOT_FOUND') return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.#send(() => this.#client.send(new DeleteObjectCommand(this.#object(key))));
  }

  async url(
    key: string,
    { validSeconds = VALID_SECONDS }: { readonly validSeconds?: number } = {},
  ): Promise<string> {
    const object = this.#object(key);
    const { publicUrl } = this.#config;
    if (publicUrl) return `${publicUrl.replace(/\/+$/, '')}/${encodeKey(object.Key)}`;
    return getSignedUrl(this.#client, new GetObjectCommand(object), { expiresIn: validSeconds });
  }

  async presigned(key: string, { seconds, name, type, inline }: PresignOptions): Promise<string | undefined> {
    const { endpoint, publicEndpoint } = this.#config;
    if (endpoint && !publicEndpoint) return undefined;
    const client = publicEndpoint ? (this.#forBrowsers ??= this.#connect(publicEndpoint)) : this.#client;
    const command = new GetObjectCommand({
      ...this.#object(key),
      ResponseContentType: type,
      ResponseContentDisposition: contentDisposition(inline ? 'inline' : 'attachment', name),
    });
    return getSignedUrl(client, command, { expiresIn: seconds });
  }

  async check(): Promise<void> {
    await this.#send(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#config.bucket })), true);
  }

  close(): Promise<void> {
    this.#client.destroy();
    this.#forBrowsers?.destroy();
    return Promise.resolve();
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#config.bucket, Key: prefixedKey(this.#config.prefix, key) };
  }

  async #send<T>(request: () => Promise<T>, ofBucket = false): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (error instanceof SourceFailure) throw error.cause;
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      const isMissingBucket = error instanceof Error && error.name === 'NoSuchBucket';
      if (status === 404 && !ofBucket && !isMissingBucket) throw objectNotFound(error);
      if (status === 416) throw rangeInvalid(error);
      throw storageUnavailable('The S3 storage', error);
    }
  }
}

/** The content, not the storage, failed. */
class SourceFailure extends Error {}

/** An upload whose source breaks off is taken back and fails with the source's own error. */
async function whileReadable<T>(
  content: Readable | Uint8Array,
  upload: Promise<T>,
  abort: () => Promise<void>,
): Promise<T> {
  if (!(content instanceof Readable)) return upload;
  let failure: SourceFailure | undefined;
  content.once('error', (cause) => {
    failure = new SourceFailure('The content could not be read', { cause });
    void abort();
  });
  return upload.catch((error: unknown) => {
    // Destroys the source, which stays open when the storage rejects it.
    heldStream(content).destroy();
    throw failure ?? error;
  });
}
