import { siteConfigContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { ConfigValues } from '../config/config-values.ts';
import { siteConfig } from './site-config.ts';

/** `GET /open/{code}/config`; it knows no application. (spec: Generic site-config endpoint) */
export function siteConfigRoutes(values: ConfigValues): Route[] {
  return [
    defineRoute({
      ...siteConfigContracts.get,
      handler: async (ctx) => {
        const rows = await values.ofCategory(ctx.params.code, ctx.tenantId);
        return siteConfig(
          ctx.params.code,
          rows.map(({ key, read }) => ({ key, value: read() })),
        );
      },
    }),
  ];
}
