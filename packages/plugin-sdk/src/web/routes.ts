import { factFor, factKey } from '../metadata/index.ts';
import type { Ctx, RouteSchema } from './ctx.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** One route of a controller's method. */
export interface RouteFact {
  readonly method: HttpMethod;
  readonly path: string;
  readonly schema: RouteSchema | undefined;
  readonly summary: string | undefined;
  readonly upload: boolean | undefined;
  readonly handler: string | symbol;
}

export const ROUTES = factKey<RouteFact[]>('routes', () => []);

export interface RouteOptions<S extends RouteSchema> {
  readonly schema?: S;
  /** One line for the API documents; the method's name where it is left out. */
  readonly summary?: string;
  /** The route reads a multipart form with {@link Ctx.files}. Shown in the API documents. */
  readonly upload?: boolean;
}

/** Checks that the method takes the {@link Ctx} that the schema describes. */
export type RouteDecorator<S extends RouteSchema> = (
  handler: (ctx: Ctx<S>) => unknown,
  context: ClassMethodDecoratorContext,
) => void;

function route<const S extends RouteSchema>(
  method: HttpMethod,
  path: string,
  { schema, summary, upload }: RouteOptions<S>,
): RouteDecorator<S> {
  return (_handler, context) =>
    void factFor(context.metadata, ROUTES).push({
      method,
      path,
      schema,
      summary,
      upload,
      handler: context.name,
    });
}

/**
 * Handles `GET` and `HEAD`. (design 9.3-13)
 *
 * @example
 * ```ts
 * const byId = { params: Type.Object({ id: Type.Integer() }) };
 *
 * @Get('/:id', { schema: byId })
 * get({ params }: Ctx<typeof byId>) { return this.items.selectById(params.id); }
 * ```
 * @param path as in Fastify, below the prefix of the controller
 */
export function Get<const S extends RouteSchema = RouteSchema>(path = '', options: RouteOptions<S> = {}) {
  return route('GET', path, options);
}

/** Answers `POST`; see {@link Get}. */
export function Post<const S extends RouteSchema = RouteSchema>(path = '', options: RouteOptions<S> = {}) {
  return route('POST', path, options);
}

/** Answers `PUT`; see {@link Get}. */
export function Put<const S extends RouteSchema = RouteSchema>(path = '', options: RouteOptions<S> = {}) {
  return route('PUT', path, options);
}

/** Answers `DELETE`; see {@link Get}. */
export function Delete<const S extends RouteSchema = RouteSchema>(path = '', options: RouteOptions<S> = {}) {
  return route('DELETE', path, options);
}

/** Answers `PATCH`; see {@link Get}. */
export function Patch<const S extends RouteSchema = RouteSchema>(path = '', options: RouteOptions<S> = {}) {
  return route('PATCH', path, options);
}
