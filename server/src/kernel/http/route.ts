import type { DataOf, RouteAuth } from '@platform/host-api';
import type { Ctx, RouteSchema, TSchema } from '@platform/plugin-sdk/web';

export type { RouteAuth };

/** One endpoint, of the host or of an application. (design 2.2) */
export interface Route<S extends RouteSchema = RouteSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly url: string;
  /** Access; a route without it is refused at registration. */
  readonly auth: RouteAuth;
  readonly summary: string;
  readonly schema?: S;
  /** Largest body in bytes; `server.body-limit-bytes` by default. */
  readonly bodyLimit?: number;
  /** Media type of a body that is not JSON; a form without files is read for such routes only. */
  readonly consumes?: 'multipart/form-data' | 'application/x-www-form-urlencoded';
  /** Media type of an answer without the envelope. */
  readonly produces?: string;
  /** Refuses HEAD, which otherwise runs the handler of a GET route and drops what it returns. */
  readonly head?: false;
  /**
   * Concerns the caller's own account: it works in their own tenant, also while they look into
   * another.
   */
  readonly ofPerson?: true;
  /** Most calls of one caller a minute, for the document; the handler itself refuses more. */
  readonly perMinute?: number;
  /** Title for the operation log; routes of the host that change data have one. */
  readonly audit?: string;
  /**
   * Values that an audited call changes, read before and after it, for the log. Where it throws,
   * there is nothing to compare.
   */
  record?(ctx: Ctx<S>): unknown;
  handler(ctx: Ctx<S>): unknown;
}

/**
 * The data that a handler returns: as its schema describes it, or bytes that are already
 * serialized.
 */
type Returned<S extends RouteSchema> = S['response'] extends TSchema
  ? DataOf<S['response']> | Uint8Array
  : unknown;

/** A route whose handler must return the data that its schema describes. */
type TypedRoute<S extends RouteSchema> = Omit<Route<S>, 'handler' | 'record'> & {
  record?(ctx: Ctx<S>): unknown;
  handler(ctx: Ctx<S>): Returned<S> | Promise<Returned<S>>;
};

/** Infers the handler's types from the schema. */
export function defineRoute<const S extends RouteSchema>(route: TypedRoute<S>): Route {
  return route as unknown as Route;
}
