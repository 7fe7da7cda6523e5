import { marketContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { MarketSource } from '../source/market-source.ts';
import { answerIcon } from './icon-answer.ts';
import type { Storefront } from '../storefront/storefront.ts';

/** design 2.3 */
export function storefrontRoutes(storefront: Storefront, source: Pick<MarketSource, 'address'>): Route[] {
  return [
    defineRoute({
      ...marketContracts.source,
      handler: () => ({ catalog: source.address }),
    }),
    defineRoute({
      ...marketContracts.list,
      handler: ({ tenantId, query: { keyword, category, show }, page }) =>
        storefront.offers(
          tenantId ?? '',
          {
            ...(keyword ? { keyword } : {}),
            ...(category ? { category } : {}),
            ...(show ? { show } : {}),
          },
          page,
        ),
    }),
    defineRoute({
      ...marketContracts.summary,
      handler: ({ tenantId }) => storefront.summary(tenantId ?? ''),
    }),
    defineRoute({
      ...marketContracts.icon,
      handler: async (ctx) => {
        const { appCode } = ctx.params;
        return answerIcon(ctx, appCode, await storefront.icon(ctx.tenantId ?? '', appCode));
      },
    }),
    defineRoute({
      ...marketContracts.get,
      handler: (ctx) => storefront.detail(ctx.tenantId ?? '', ctx.params.appCode),
    }),
  ];
}
