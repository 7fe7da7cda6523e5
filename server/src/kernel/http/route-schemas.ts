import type { TObject, TSchema } from 'typebox';
import { envelopeSchema } from './envelope.ts';
import { withPageQuery } from './page-query.ts';
import type { Route } from './route.ts';

/** The schemas of a route as Fastify takes them; both ways of answering compile these objects. */
export interface RouteSchemas {
  readonly querystring?: TObject;
  readonly params?: TSchema;
  readonly body?: TSchema;
  readonly response?: { readonly 200: TObject };
}

export function schemasOf({ schema }: Route): RouteSchemas {
  return {
    ...(schema?.query ? { querystring: withPageQuery(schema.query) } : {}),
    ...(schema?.params ? { params: schema.params } : {}),
    ...(schema?.body ? { body: schema.body } : {}),
    ...(schema?.response ? { response: { 200: envelopeSchema(schema.response) } } : {}),
  };
}
