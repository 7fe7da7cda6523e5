import type { ListingStatus } from '../../data/index.ts';
import { defineRoute, pageOf, Type, type Route } from '../../kernel/index.ts';
import { id, text } from '../schemas.ts';
import { CODE_PATTERN } from './code-rules.ts';
import type { ListingService } from './listing-service.ts';
import type { ListingContent } from './listing-store.ts';

const content = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  icon: Type.Optional(Type.String({ maxLength: 200 })),
  category: Type.Optional(Type.String({ maxLength: 50 })),
  author: Type.Optional(Type.String({ maxLength: 100 })),
  homepage: Type.Optional(Type.String({ pattern: '^(https?://.*)?$', maxLength: 500 })),
};
const listing = {
  appId: Type.Integer(),
  appCode: Type.String(),
  name: Type.String(),
  description: text,
  icon: text,
  category: text,
  author: text,
  homepage: text,
  status: Type.Integer(),
  latestVersion: text,
};
const params = Type.Object({ appId: id });

/** spec: Endpoints 4; design 2.3 */
export function listingRoutes(listings: ListingService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/app/console/list',
      auth: 'app:console:list',
      summary: 'Applications of this publisher',
      schema: {
        query: Type.Object({
          keyword: Type.Optional(Type.String({ maxLength: 100 })),
          status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
        }),
        response: pageOf(Type.Object({ ...listing, installs: Type.Integer(), versions: Type.Integer() })),
      },
      handler: ({ query, page }) =>
        listings.page(
          {
            ...(query.keyword ? { keyword: query.keyword } : {}),
            ...(query.status === undefined ? {} : { status: query.status as ListingStatus }),
          },
          page,
        ),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/console/:appId',
      auth: 'app:console:query',
      summary: 'One application of this publisher',
      schema: { params, response: Type.Object(listing) },
      handler: (ctx) => listings.get(ctx.params.appId),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/console',
      auth: 'app:console:add',
      summary: 'Add an application',
      audit: 'Add application',
      schema: {
        body: Type.Object({ appCode: Type.String({ pattern: CODE_PATTERN }), ...content }),
        response: Type.Object({ appId: Type.Integer() }),
      },
      handler: async ({ body: { appCode, ...rest } }) => ({
        appId: await listings.add(appCode, { ...EMPTY, ...rest }),
      }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/app/console',
      auth: 'app:console:edit',
      summary: "Edit an application's record",
      audit: 'Edit application',
      schema: { body: Type.Object({ appId: id, ...content, name: Type.Optional(content.name) }) },
      handler: ({ body: { appId, ...change } }) => listings.edit(appId, change),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/console/:appId/status',
      auth: 'app:console:edit',
      summary: 'List (1) or unlist (0) an application',
      audit: 'List application',
      schema: { params, query: Type.Object({ status: Type.Integer({ minimum: 0, maximum: 1 }) }) },
      handler: (ctx) => listings.setStatus(ctx.params.appId, ctx.query.status as ListingStatus),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/app/console/:appId',
      auth: 'app:console:remove',
      summary: 'Delete an application that nobody has installed, with its versions',
      audit: 'Delete application',
      schema: { params },
      handler: (ctx) => listings.remove(ctx.params.appId),
    }),
  ];
}

const EMPTY: Omit<ListingContent, 'name'> = {
  description: null,
  icon: null,
  category: null,
  author: null,
  homepage: null,
};
