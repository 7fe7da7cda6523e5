import { Readable } from 'node:stream';
import { PlatformError, R } from '@platform/plugin-sdk/core';
import type { FastifyReply } from 'fastify';
import type { Logger } from '../logger.ts';
import { codeOf } from '../thrown.ts';
import type { Serialize } from './compilers.ts';
import { toEnvelope } from './envelope.ts';
import { notStored, type Exchange } from './exchange.ts';
import { toPlatformError } from './failure.ts';
import { withoutQuery } from './request-facts.ts';
import type { SessionStreams } from './session-streams.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Facts and services that all answers of a route share. */
export interface Answering {
  /** Aborted when the host stops: event streams end, other answers complete. */
  readonly stopping: AbortSignal;
  /** Ends event streams with their sessions. */
  readonly streams: SessionStreams;
  readonly logger: Logger;
  readonly onFailure: ((error: PlatformError) => void) | undefined;
  /** Whether the answer has a schema, and with it a serialiser of its own. */
  readonly typed: boolean;
  /** Media type and serialiser of an answer without the envelope, where the route has one. */
  readonly bare?: { readonly type: string; readonly serialize: Serialize } | undefined;
}

/** Fastify reads and marks errors, which the value that an application throws may not allow. */
export function failReadably(thrown: unknown): never {
  throw toPlatformError(thrown);
}

export function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    return failReadably(thrown);
  }
}

const toJson = (envelope: unknown): string => readable(() => JSON.stringify(envelope));

/**
 * Wraps a handler's result in the envelope and sets its status. Under another content type than
 * JSON, text, bytes and streams are answered as they are.
 *
 * @throws ANSWER_TYPE_MISMATCH (500) for any other result under such a content type
 */
export function respond(
  value: unknown,
  reply: FastifyReply,
  exchange: Exchange,
  answering: Answering,
): unknown {
  if (reply.sent || value === reply) return reply;
  if (value instanceof R && value.code !== 200) reply.status(value.code);
  if (answering.bare !== undefined) return barely(value, reply, answering.bare);
  if (!reply.hasHeader('cache-control')) reply.headers(notStored);
  const type = typeOf(reply);
  if (value instanceof Readable) {
    if (type?.startsWith('text/event-stream')) {
      exchange.streamedAt = performance.now();
      endInTime(value, reply, exchange.context.user?.sessionId, answering);
    }
    if (type === undefined) reply.header('content-type', 'application/octet-stream');
    endWhenBroken(value, reply, answering);
    return value;
  }
  if (type !== undefined && !/\bjson\b/.test(type)) return plainly(value, type, reply);
  if (!answering.typed && !(value instanceof Uint8Array)) answerAsJson(reply);
  return toEnvelope(value);
}

/** Nothing is an empty answer: Fastify would wait for more. */
function barely(
  value: unknown,
  reply: FastifyReply,
  { type, serialize }: NonNullable<Answering['bare']>,
): unknown {
  reply.headers({ 'content-type': type, ...notStored });
  if (value === undefined) return '';
  reply.serializer(serialize);
  return value;
}

const typeOf = (reply: FastifyReply): string | undefined => {
  const type = reply.getHeader('content-type');
  return type === undefined ? undefined : String(type).trim().toLowerCase();
};

function plainly(value: unknown, type: string, reply: FastifyReply): unknown {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value === undefined || value === null) return '';
  if (value instanceof R) {
    reply.headers({ 'content-type': JSON_TYPE, ...notStored });
    return value;
  }
  throw new PlatformError({
    code: 'ANSWER_TYPE_MISMATCH',
    status: 500,
    message: `The handler set the content type ${type} and returned ${Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`}, but this content type allows only text, bytes or a stream.`,
    fix: 'Return text, bytes or a stream, or omit the content type to respond with JSON.',
  });
}

/** Serialises here, because `toJSON` of an answer may throw any value. */
function answerAsJson(reply: FastifyReply): void {
  if (reply.hasHeader('content-type')) return;
  reply.header('content-type', JSON_TYPE).serializer(toJson);
}

/**
 * Ends an event stream when the host stops or the session ends, completely, so that browsers see no
 * failure.
 */
function endInTime(
  stream: Readable,
  { raw }: FastifyReply,
  sessionId: number | undefined,
  { stopping, streams }: Answering,
): void {
  const end = (): void => {
    if (!raw.headersSent || raw.writableEnded) return void stream.destroy();
    stream.unpipe(raw);
    raw.end(() => stream.destroy());
  };
  const unwatch = sessionId === undefined ? undefined : streams.watch(sessionId, end);
  stopping.addEventListener('abort', end, { once: true });
  stream.once('close', () => {
    stopping.removeEventListener('abort', end);
    void unwatch?.();
  });
}

/**
 * Whether Fastify reports a stream that it has closed itself, because the client left before the
 * first bytes. Nobody is left to answer.
 */
export const isAbandoned = (thrown: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && codeOf(thrown) === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Closes the connection when a stream fails after its first bytes: no error can be sent then. One
 * that is destroyed with an empty value, such as a thrown `null`, closes without an error.
 */
function endWhenBroken(stream: Readable, reply: FastifyReply, { logger, onFailure }: Answering): void {
  const { raw } = reply;
  const fail = (thrown: unknown): void => {
    if (!raw.headersSent || raw.destroyed) return;
    raw.destroy();
    onFailure?.(toPlatformError(thrown));
    logger.error('The stream of a response failed', { path: withoutQuery(reply.request.url), error: thrown });
  };
  stream.prependListener('error', fail);
  stream.prependOnceListener('close', () => {
    if (!stream.readableEnded && !raw.writableEnded) fail(new Error('The stream closed before its end.'));
  });
}
