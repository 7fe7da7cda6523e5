import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredObject {
  readonly content: Buffer;
  readonly etag: string;
  readonly contentType: string | undefined;
}

/**
 * A server of a test that speaks as much S3 as an object storage needs: objects, ranges, parts, one
 * bucket.
 */
export class S3TestServer {
  readonly bucket = 'bucket';
  readonly objects = new Map<string, StoredObject>();
  /** Uploads in parts that are neither complete nor taken back. */
  readonly uploads = new Map<string, Map<number, Buffer>>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (
      !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') &&
      !url.searchParams.has('X-Amz-Signature')
    ) {
      return fail(response, 403, 'AccessDenied');
    }
    if (bucket !== this.bucket) return fail(response, 404, 'NoSuchBucket');
    const uploadId = url.searchParams.get('uploadId') ?? undefined;
    switch (request.method) {
      case 'HEAD':
      case 'GET':
        return key === '' ? void response.end() : this.#read(request, response, key);
      case 'PUT':
        return uploadId === undefined
          ? this.#store(request, response, key)
          : this.#storePart(request, response, uploadId, Number(url.searchParams.get('partNumber')));
      case 'POST':
        return uploadId === undefined ? this.#begin(response, key) : this.#complete(response, key, uploadId);
      case 'DELETE':
        if (uploadId === undefined) this.objects.delete(key);
        else this.uploads.delete(uploadId);
        return void response.writeHead(204).end();
      default:
        return fail(response, 405, 'MethodNotAllowed');
    }
  }

  #read(request: IncomingMessage, response: ServerResponse, key: string): void {
    const object = this.objects.get(key);
    if (!object) return fail(response, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    if (first !== undefined && start >= object.content.length) return fail(response, 416, 'InvalidRange');
    const content = object.content.subarray(start, last ? Number(last) + 1 : undefined);
    response.writeHead(first === undefined ? 200 : 206, {
      etag: `"${object.etag}"`,
      'content-length': content.length,
      ...(object.contentType ? { 'content-type': object.contentType } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  }

  async #store(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const content = await buffer(request);
    const etag = this.#put(key, content, request.headers['content-type']);
    response.writeHead(200, { etag: `"${etag}"` }).end();
  }

  async #storePart(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    part: number,
  ): Promise<void> {
    const content = await buffer(request);
    this.uploads.get(id)?.set(part, content);
    response.writeHead(200, { etag: `"${md5(content)}"` }).end();
  }

  #begin(response: ServerResponse, key: string): void {
    const id = randomUUID();
    this.uploads.set(id, new Map());
    response.end(
      `<InitiateMultipartUploadResult><Bucket>${this.bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #complete(response: ServerResponse, key: string, id: string): void {
    const parts = [...(this.uploads.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, content]) => content);
    this.uploads.delete(id);
    const etag = this.#put(key, Buffer.concat(parts), undefined);
    response.end(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  #put(key: string, content: Buffer, contentType: string | undefined): string {
    const etag = md5(content);
    this.objects.set(key, { content, etag, contentType });
    return etag;
  }
}

function md5(content: Buffer): string {
  return createHash('md5').update(content).digest('hex');
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
