import { Readable } from 'node:stream';
import { PlatformError, R } from '@platform/plugin-sdk/core';
import type { FastifyReply } from 'fastify';
import type { Logger } from '../logger.ts';
import { toEnvelope } from './envelope.ts';
import { notStored, type Exchange } from './exchange.ts';
import { toPlatformError } from './failure.ts';
import type { SessionStreams } from './session-streams.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What all answers of a route share. */
export interface Answering {
  /** Aborted when the host stops: streams of events end, all else is let finish. */
  readonly stopping: AbortSignal;
  /** Ends streams of events with their sessions. */
  readonly streams: SessionStreams;
  readonly logger: Logger;
  readonly onFailure: ((error: PlatformError) => void) | undefined;
  /** The answer has a schema, and so a serialiser of its own. */
  readonly typed: boolean;
}

/** Fastify reads and marks what is thrown: it gets an error that allows it, whatever an application throws. */
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
 * Puts a handler's result in the envelope, with the status that it names; a handler that sets another content type than JSON
 * answers text, bytes or a stream as they are.
 *
 * @throws ANSWER_TYPE_MISMATCH (500) for anything else under such a type
 */
export function respond(
  value: unknown,
  reply: FastifyReply,
  { context }: Exchange,
  answering: Answering,
): unknown {
  if (reply.sent || value === reply) return reply;
  if (value instanceof R && value.code !== 200) reply.status(value.code);
  const type = typeOf(reply);
  if (value instanceof Readable) {
    if (type?.startsWith('text/event-stream')) endInTime(value, reply, context.user?.sessionId, answering);
    endWhenBroken(value, reply, answering);
    return value;
  }
  if (type !== undefined && !/\bjson\b/.test(type)) return plainly(value, type, reply);
  if (!(value instanceof Uint8Array) && !reply.hasHeader('cache-control')) reply.headers(notStored);
  if (!answering.typed && !(value instanceof Uint8Array)) answerAsJson(reply);
  return toEnvelope(value);
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
    message: `The handler set the content type ${type} and returned ${Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`}: under this type an answer is a text, bytes or a stream.`,
    fix: 'Return one of these, or leave the content type out for an answer in JSON.',
  });
}

/** `toJSON` of an answer may throw anything, too. */
function answerAsJson(reply: FastifyReply): void {
  if (reply.hasHeader('content-type')) return;
  reply.header('content-type', JSON_TYPE).serializer(toJson);
}

/** A stream of events ends with the host, and with the session that it was opened with; whole, so that browsers see no failure. */
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

/** A stream that fails after its first bytes ends the answer, also where nobody can read what it failed with. */
function endWhenBroken(stream: Readable, reply: FastifyReply, { logger, onFailure }: Answering): void {
  stream.prependListener('error', (thrown: unknown) => {
    if (!reply.raw.headersSent || reply.raw.destroyed) return;
    reply.raw.destroy();
    onFailure?.(toPlatformError(thrown));
    logger.error('The stream of an answer failed', { url: reply.request.url, error: thrown });
  });
}
