import type { Ctx, RouteSchema } from '@platform/plugin-sdk/web';

/** `public`, `login`, or a permission string such as `system:user:list`. */
export type RouteAuth = 'public' | 'login' | `${string}:${string}:${string}`;

/** One endpoint, of the host or of an application. (design 2.2) */
export interface Route<S extends RouteSchema = RouteSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly url: string;
  /** Who may call; a route that does not say is refused at registration. */
  readonly auth: RouteAuth;
  readonly summary: string;
  readonly schema?: S;
  /** Largest body in bytes, where it differs from `server.body-limit-bytes`. */
  readonly bodyLimit?: number;
  /** It takes a multipart form with files; said in the API document. */
  readonly upload?: boolean;
  /** Title for the operation log; changing routes of the host carry one. */
  readonly audit?: string;
  handler(ctx: Ctx<S>): unknown;
}

/** Infers the handler's types from the schema. */
export function defineRoute<const S extends RouteSchema>(route: Route<S>): Route {
  return route as unknown as Route;
}
