import { listingContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { ListingService } from '../publishing/listing-service.ts';
import type { ListingContent } from '../records/listing-store.ts';

/** spec: Endpoints 4; design 2.3 */
export function listingRoutes(listings: ListingService): Route[] {
  return [
    defineRoute({
      ...listingContracts.list,
      handler: ({ query, page }) =>
        listings.page(
          {
            ...(query.keyword ? { keyword: query.keyword } : {}),
            ...(query.status === undefined ? {} : { status: query.status }),
          },
          page,
        ),
    }),
    defineRoute({
      ...listingContracts.get,
      handler: (ctx) => listings.get(ctx.params.appId),
    }),
    defineRoute({
      ...listingContracts.add,
      audit: 'Add application',
      handler: async ({ body: { appCode, ...rest } }) => ({
        appId: await listings.add(appCode, { ...EMPTY, ...rest }),
      }),
    }),
    defineRoute({
      ...listingContracts.edit,
      audit: 'Edit application',
      handler: ({ body: { appId, updateTime, ...change } }) => listings.edit(appId, change, updateTime),
    }),
    defineRoute({
      ...listingContracts.status,
      audit: 'List application',
      handler: (ctx) => listings.setStatus(ctx.params.appId, ctx.query.status),
    }),
    defineRoute({
      ...listingContracts.remove,
      audit: 'Delete application',
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
