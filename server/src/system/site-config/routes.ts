import { defineRoute, Type, type Route } from '../../kernel/index.ts';
import type { ConfigValues } from '../config/config-values.ts';
import { nullableText } from '../shared/schemas.ts';
import { siteConfig, type SiteConfig } from './site-config.ts';

const SiteConfigSchema = Type.Unsafe<SiteConfig>(
  Type.Object({
    logo: nullableText(),
    favicon: nullableText(),
    name: nullableText(),
    nameEn: nullableText(),
    backgroundImage: nullableText(),
    description: nullableText(),
    copyright: nullableText(),
    icp: nullableText(),
    settings: Type.Object({}, { additionalProperties: { type: 'string' } }),
  }),
);

/** `GET /open/{code}/config`; it knows no application. (spec: Generic site-config endpoint) */
export function siteConfigRoutes(values: ConfigValues): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/open/:code/config',
      auth: 'public',
      summary: 'Site configuration of an application',
      schema: {
        params: Type.Object({ code: Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$' }) }),
        response: SiteConfigSchema,
      },
      handler: async (ctx) =>
        siteConfig(ctx.params.code, await values.ofCategory(ctx.params.code, ctx.tenantId)),
    }),
  ];
}
