import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** A bucket of an S3 server that was written elsewhere. (design 10.6) */
export class ForeignS3 {
  readonly bucket = 'platform';
  /** The only ones that it knows. */
  readonly accessKey = 'S3RVER';
  readonly secretKey = 'S3RVER';
  /** Whether what has been read once is missing for who asks next. */
  servesOnce = false;
  readonly #served = new Set<string>();
  readonly #directory: string;
  readonly #server: S3rver;
  #port = 0;

  private constructor(directory: string) {
    this.#directory = directory;
    this.#server = new S3rver({
      ...{ address: '127.0.0.1', port: 0, silent: true, directory },
      configureBuckets: [{ name: this.bucket, configs: [] }],
    });
    this.#server.middleware.unshift(async (context, next) => {
      const { method, path } = context;
      const isRead = this.servesOnce && method === 'GET';
      if (!isRead || !this.#served.has(path)) {
        if (isRead) this.#served.add(path);
        return next();
      }
      context.status = 404;
      context.body = '<Error><Code>NoSuchKey</Code><Message>It is missing.</Message></Error>';
    });
  }

  static async start(): Promise<ForeignS3> {
    const s3 = new ForeignS3(await mkdtemp(join(tmpdir(), 'platform-s3-')));
    s3.#port = (await s3.#server.run()).port;
    return s3;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async close(): Promise<void> {
    this.#server.httpServer.closeAllConnections();
    await this.#server.close();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
