import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { LoginUser } from '../auth/index.ts';
import type { PageQuery } from '../core/index.ts';

/**
 * Input and output of a route. `query` and `params` are coerced from text, `body` is not;
 * unknown properties are dropped and defaults applied. `response` describes the data inside the
 * envelope. (design 9.3-13)
 */
export interface RouteSchema {
  readonly query?: TObject;
  readonly params?: TObject;
  readonly body?: TSchema;
  readonly response?: TSchema;
}

type Part<S extends RouteSchema, K extends 'query' | 'params', Fallback> = S[K] extends TSchema
  ? Static<S[K]>
  : Fallback;

/** One uploaded file, read as a stream. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly stream: Readable;
  /** Text fields of the form: those before the file, and the rest once all files are read. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Shapes the answer beyond its data. */
export interface CtxReply {
  status(code: number): CtxReply;
  header(name: string, value: string): CtxReply;
  /** Answers with a redirect; return its result from the handler. */
  redirect(url: string, code?: number): unknown;
  /** Answers with a download; return its result from the handler. */
  file(content: Readable | Uint8Array, name: string, contentType?: string): unknown;
}

/** Log lines of a request; they carry its id, tenant and application. */
export interface CtxLog {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/**
 * Argument of a handler. (design 3.2, 9.3-13) The variance is explicit, because inferring it from
 * the schemas takes the compiler seconds in every application.
 */
export interface Ctx<in out S extends RouteSchema = RouteSchema> {
  readonly query: Part<S, 'query', Readonly<Record<string, string | undefined>>>;
  readonly params: Part<S, 'params', Readonly<Record<string, string>>>;
  readonly body: S['body'] extends TSchema ? Static<S['body']> : unknown;
  /** From `pageNum`, `pageSize`, `orderByColumn`, `isAsc`, which every route accepts. */
  readonly page: PageQuery;
  /** Undefined on open routes. */
  readonly user: LoginUser | undefined;
  readonly tenantId: string | undefined;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly remoteAddress: string;
  readonly log: CtxLog;
  /** Aborted when the client leaves, the time limit passes, or the application unloads. */
  readonly signal: AbortSignal;
  readonly reply: CtxReply;
  /** The files of a multipart request. Read each stream before the next one. */
  files(): AsyncIterable<UploadedFile>;
}
