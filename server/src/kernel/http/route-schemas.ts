import type { TObject, TSchema } from 'typebox';
import { envelopeSchema } from './envelope.ts';
import { withPageQuery } from './page-query.ts';
import type { Route } from './route.ts';

/** The schemas of a route as Fastify takes them; both ways of answering compile these objects. */
export interface RouteSchemas {
  readonly querystring?: TObject;
  readonly params?: TSchema;
  readonly body?: TSchema;
  readonly response?: { readonly 200: TSchema };
}

/** Whether a route answers JSON of a media type of its own, without the envelope. */
export const isBare = ({ schema, produces }: Pick<Route, 'schema' | 'produces'>): boolean =>
  schema?.response !== undefined && produces !== undefined;

export function schemasOf(route: Route): RouteSchemas {
  const { schema } = route;
  return {
    ...(schema?.query ? { querystring: withPageQuery(schema.query) } : {}),
    ...(schema?.params ? { params: schema.params } : {}),
    ...(schema?.body ? { body: schema.body } : {}),
    ...(schema?.response
      ? { response: { 200: isBare(route) ? schema.response : envelopeSchema(schema.response) } }
      : {}),
  };
}
