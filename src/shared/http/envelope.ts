import { ApiError } from './api-error.ts';

/** A page of a list endpoint (design 2.2). */
export interface Page<Row> {
  total: number;
  rows: Row[];
  /** False where there are more rows than `total` (design 16-26). */
  totalExact?: boolean;
  /** Key of the next page; null on the last one. */
  next?: string | null;
}

/** The query that every list endpoint takes. `pageNum` counts from 1. */
export interface PageQuery {
  pageNum: number;
  pageSize: number;
  orderByColumn?: string;
  isAsc?: 'asc' | 'desc';
}

interface Envelope extends Record<string, unknown> {
  code: number;
  msg?: string;
  error?: string;
  requestId?: string;
  details?: unknown;
  fix?: string;
}

/** The parts of a response needed to check it. */
export interface Answer {
  status: number;
  body: unknown;
  requestId?: string;
}

/**
 * Checks the envelope of an answer and returns it. HTTP 200 with an error envelope is an error too
 * (spec: Errors). Throws {@link ApiError} with the server's code, or `RESPONSE_INVALID` when the
 * body is no envelope.
 */
export function checkEnvelope(answer: Answer): Record<string, unknown> {
  const { status, body } = answer;
  if (!isEnvelope(body)) {
    throw new ApiError({
      code: 'RESPONSE_INVALID',
      status,
      message: `The server's answer (HTTP ${status}) could not be read.`,
      requestId: answer.requestId,
    });
  }
  if (status < 400 && body.code === 200) return body;
  throw new ApiError({
    code: body.error ?? `HTTP_${body.code}`,
    status: body.code === 200 ? status : body.code,
    message: body.msg ?? `The request failed with HTTP ${status}.`,
    requestId: body.requestId ?? answer.requestId,
    details: body.details,
    fix: body.fix,
  });
}

/** `data` of an envelope; for a list envelope the page `{ total, rows }`. */
export function unwrap(envelope: Record<string, unknown>): unknown {
  const { rows, total, totalExact, next } = envelope;
  if (!Array.isArray(rows)) return envelope['data'];
  return {
    total: Number(total ?? 0),
    rows,
    ...(typeof totalExact === 'boolean' && { totalExact }),
    ...(next !== undefined && { next }),
  };
}

/** Whether a body is `{ code, … }`: an application may answer without an envelope, too. */
export function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && typeof (body as { code?: unknown }).code === 'number';
}
