import type { RouteSchema } from '@platform/plugin-sdk/web';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/**
 * `public`, `login`, `monitoring` (HTTP Basic with the monitoring credentials), or a permission
 * such as `system:user:list`.
 */
export type RouteAuth = 'public' | 'login' | 'monitoring' | `${string}:${string}:${string}`;

/** One route of the host: its address, who may call it, what it accepts and answers. */
export interface Contract<
  M extends Method = Method,
  U extends string = string,
  S extends RouteSchema = RouteSchema,
> {
  readonly method: M;
  /**
   * Path on the API port, with parameters as `:name`; the shell's port serves it below `/prod-api`.
   */
  readonly url: U;
  readonly auth: RouteAuth;
  readonly summary: string;
  /**
   * `response` describes the data inside the envelope, or with `produces` the whole answer; a route
   * without one answers null.
   */
  readonly schema: S;
  /** Media type of an answer without the envelope: a file, a stream of events, or other JSON. */
  readonly produces?: string;
  /** Media type of a body that is not JSON: a form with files, or one of text fields alone. */
  readonly consumes?: 'multipart/form-data' | 'application/x-www-form-urlencoded';
  /**
   * Concerns the caller's own account: it works in their own tenant, also while they look into
   * another.
   */
  readonly ofPerson?: true;
}

/** Declares a route, and keeps the literal types of its method, path and schemas. */
export const contract = <const M extends Method, const U extends string, const S extends RouteSchema>(
  route: Contract<M, U, S>,
): Contract<M, U, S> => route;
