import { PlatformError } from '@platform/plugin-sdk/core';
import type { Ctx } from '@platform/plugin-sdk/web';

/** Bytes of a resource, both ends included. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

export interface RangeHeaders {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** The headers of a request for a part; of repeated ones the first. */
export const rangeHeadersOf = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): RangeHeaders => ({
  range: [headers['range']].flat()[0],
  ifRange: [headers['if-range']].flat()[0],
});

/**
 * The part that a request asks for. A refusal tells how long the resource is, so that a client
 * which follows a file notices that it has begun again.
 *
 * @throws OBJECT_RANGE_INVALID (416)
 */
export function partOf(
  { headers, reply }: Pick<Ctx, 'headers' | 'reply'>,
  size: number,
  etag: string,
): Bytes | undefined {
  try {
    return requestedBytes(rangeHeadersOf(headers), size, etag);
  } catch (refusal) {
    reply.header('content-range', `bytes */${size}`);
    throw refusal;
  }
}

/**
 * The requested part (RFC 9110); undefined for the whole resource. Unknown units, several parts,
 * and parts of a resource that has changed get the whole.
 *
 * @param etag with its quotes
 * @throws OBJECT_RANGE_INVALID (416)
 */
export function requestedBytes(headers: RangeHeaders, size: number, etag: string): Bytes | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '');
  if (!match || (headers.ifRange !== undefined && headers.ifRange.trim() !== etag)) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new PlatformError({
    code: 'OBJECT_RANGE_INVALID',
    status: 416,
    message: `The range is outside the resource, which has ${size} bytes.`,
  });
}
