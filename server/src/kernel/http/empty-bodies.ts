import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Shows parsers the end of a body that a request announces by its type and does not have. The server has ended the stream of such a request before
 * anybody could listen (`optimizeEmptyRequests`), so that a parser would wait for ever.
 */
export function endEmptyBodies(instance: FastifyInstance): void {
  instance.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.raw.readableEnded && request.headers['content-type'] !== undefined)
      done(null, Readable.from([]));
    else done();
  });
}
