import { defineRoute, pageOf, Type, type Route } from '../../kernel/index.ts';
import { nullable, text } from '../schemas.ts';
import type { MarketSource } from '../source/market-source.ts';
import { failedVersionSchema } from '../tasks/task-schema.ts';
import { answerIcon } from './icon-answer.ts';
import type { Storefront } from './storefront.ts';

const offer = {
  appId: Type.Integer(),
  appCode: Type.String(),
  name: Type.String(),
  description: text,
  icon: text,
  category: text,
  author: text,
  latestVersion: text,
  signatureState: text,
  state: Type.String(),
  reason: Type.Optional(Type.String()),
  missing: Type.Optional(
    Type.Array(Type.Object({ appCode: Type.String(), range: Type.String(), installed: text })),
  ),
  installId: Type.Optional(Type.Integer()),
  installedVersion: Type.Optional(Type.String()),
  failed: Type.Optional(failedVersionSchema),
};

const query = Type.Object({
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  category: Type.Optional(Type.String({ maxLength: 64 })),
  show: Type.Optional(
    Type.Union([Type.Literal('installed'), Type.Literal('available'), Type.Literal('updates')]),
  ),
});

const summary = Type.Object({
  total: Type.Integer(),
  installed: Type.Integer(),
  updates: Type.Integer(),
  categories: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
});

const anything = Type.Object({}, { additionalProperties: true });

/** design 2.3 */
export function storefrontRoutes(storefront: Storefront, source: Pick<MarketSource, 'address'>): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/app/market/source',
      auth: 'login',
      summary: "Where the market's applications come from: a publisher's catalog, or this host",
      schema: { response: Type.Object({ catalog: text }) },
      handler: () => ({ catalog: source.address }),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/market/list',
      auth: 'login',
      summary: "Listed applications with the tenant's state",
      schema: { query, response: pageOf(Type.Object(offer)) },
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
      method: 'GET',
      url: '/app/market/list/summary',
      auth: 'login',
      summary: 'How many applications the market has: in all, by category, installed, and with an update',
      schema: { response: summary },
      handler: ({ tenantId }) => storefront.summary(tenantId ?? ''),
    }),
    defineRoute({
      method: 'GET',
      url: '/app/market/:appCode/icon',
      auth: 'login',
      summary: "An application's own icon, of its latest version",
      schema: { params: Type.Object({ appCode: Type.String() }) },
      handler: async (ctx) => {
        const { appCode } = ctx.params;
        return answerIcon(ctx, appCode, await storefront.icon(ctx.tenantId ?? '', appCode));
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/market/:appCode',
      auth: 'login',
      summary: 'One application with its versions and manifest',
      schema: {
        params: Type.Object({ appCode: Type.String() }),
        response: Type.Object({
          ...offer,
          homepage: text,
          versions: Type.Array(
            Type.Object({
              versionId: Type.Integer(),
              version: Type.String(),
              status: Type.Integer(),
              releaseTime: text,
              releaseNotes: text,
              packageSize: Type.Integer(),
              signatureState: Type.String(),
              deprecateReason: text,
            }),
          ),
          manifest: nullable(anything),
          needed: Type.Array(
            Type.Object({ appCode: Type.String(), installedVersion: text, disabled: Type.Boolean() }),
          ),
        }),
      },
      handler: (ctx) => storefront.detail(ctx.tenantId ?? '', ctx.params.appCode),
    }),
  ];
}
