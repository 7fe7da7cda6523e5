import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { PlatformError } from '@platform/plugin-sdk/core';
import type { UploadedFile } from '@platform/plugin-sdk/web';
import type { FastifyInstance } from 'fastify';
import { heldStream } from '../held-stream.ts';

/** Room of a form for fields and further files, in bytes; web servers in front admit as much. */
const FORM_ROOM = 10 * 1_048_576;

/** Accepts multipart forms and leaves them unread until a handler asks for the files. */
export function acceptUploads(instance: FastifyInstance): void {
  instance.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/**
 * The files of a multipart request as streams, each with the text fields received so far. When the
 * request breaks off or the answer ends, every file that is still being read fails.
 *
 * @param response its end drops files that were not read
 * @param limit largest file in bytes
 * @throws MEDIA_TYPE_UNSUPPORTED when the request is not a multipart form
 * @throws UPLOAD_BROKEN, also from the stream of a file
 * @throws BODY_TOO_LARGE (413) before anything is read of a form that says that it is larger, and
 *   from the stream of a file over the limit
 */
export async function* readFiles(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): AsyncGenerator<UploadedFile> {
  if (Number(request.headers['content-length'] ?? 0) > limit + FORM_ROOM) throw tooLarge(limit);
  const parser = createParser(request, limit);
  const fields: Record<string, string> = {};
  const files = heldStream(new PassThrough({ objectMode: true }));
  const received = new Set<PassThrough>();
  /** Those of them that the handler has not got yet. */
  const waiting = new Set<Readable>();
  let wanted = true;
  const take = (fieldName: string, source: Readable, fileName: string, _: string, mimeType: string): void => {
    if (!wanted) return void heldStream(source).resume();
    const content = heldStream(new PassThrough());
    received.add(content);
    waiting.add(content);
    source.once('limit', () => content.destroy(tooLarge(limit)));
    source.on('error', (error: Error) => content.destroy(broken(error)));
    source.pipe(content);
    content.once('close', () => {
      received.delete(content);
      // The rest of an abandoned file precedes the next file.
      source.unpipe(content).resume();
    });
    files.write({ fieldName, fileName, mimeType, stream: content, fields } satisfies UploadedFile);
  };
  parser.on('file', take);
  parser.on('field', (name: string, value: string) => void (fields[name] = value));
  parser.once('finish', () => files.end());
  parser.on('error', (error: Error) => files.destroy(broken(error)));
  const stop = (why: string): void => {
    for (const stream of [files, ...received]) stream.destroy(broken(new Error(why)));
  };
  // Both also report streams that had ended before the handler asked for the files.
  finished(request, { writable: false }, (error) => {
    if (error) stop('The client disconnected.');
  });
  finished(response, { readable: false }, () => {
    request.unpipe(parser);
    request.resume();
    stop('The response was sent before the file was read.');
  });
  request.pipe(parser);
  try {
    for await (const file of files as AsyncIterable<UploadedFile>) {
      waiting.delete(file.stream);
      yield file;
    }
  } finally {
    wanted = false;
    for (const content of waiting) content.resume();
  }
}

function createParser(request: IncomingMessage, limit: number): InstanceType<typeof Busboy> {
  try {
    const headers = request.headers as BusboyHeaders;
    return new Busboy({ headers, limits: { fileSize: limit, files: 10, fields: 100, fieldSize: 1_048_576 } });
  } catch (cause) {
    throw new PlatformError({
      code: 'MEDIA_TYPE_UNSUPPORTED',
      status: 415,
      message: 'The request must be a multipart form with a file.',
      fix: 'Send the file with content-type multipart/form-data.',
      cause,
    });
  }
}

function tooLarge(limit: number): PlatformError {
  return new PlatformError({
    code: 'BODY_TOO_LARGE',
    status: 413,
    message: `The file is larger than ${Math.floor(limit / 1_048_576)} MB.`,
    fix: 'Choose a smaller file.',
    details: { params: { megabytes: Math.floor(limit / 1_048_576) } },
  });
}

function broken(cause: Error): PlatformError {
  return new PlatformError({
    code: 'UPLOAD_BROKEN',
    status: 400,
    message: 'The upload ended before it was complete.',
    fix: 'Upload the file again.',
    cause,
  });
}
