import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Gives body parsers an empty stream when a request announces a content type and has no body. The
 * server has ended the request's own stream already (`optimizeEmptyRequests`): a parser of it would
 * wait for ever. (docs/decisions/0102)
 */
export function endEmptyBodies(instance: FastifyInstance): void {
  instance.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.raw.readableEnded && request.headers['content-type'] !== undefined)
      done(null, Readable.from([]));
    else done();
  });
}
