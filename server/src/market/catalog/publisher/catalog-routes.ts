import { catalogAppSchema, catalogVersionSchema } from '@platform/package-format';
import { defineRoute, pageOf, requestedBytes, Type, type Route } from '../../../kernel/index.ts';
import { TOKEN_HEADER } from '../token-header.ts';
import { nullable } from '../../schemas.ts';
import { packageContentSchema } from '../../versions/package-content.ts';
import { answerIcon } from '../../storefront/icon-answer.ts';
import type { CatalogTokens } from './catalog-tokens.ts';
import type { PublishedCatalog } from './published-catalog.ts';

const code = Type.Object({ code: Type.String() });
const ofVersion = Type.Object({ code: Type.String(), version: Type.String() });

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Caller {
  readonly headers: Headers;
  readonly remoteAddress: string;
}

/** What user editions read; no login, the interface token instead. (spec: Endpoints 11; design 2.3) */
export function catalogRoutes(catalog: PublishedCatalog, tokens: CatalogTokens): Route[] {
  const admit = ({ headers, remoteAddress }: Caller): Promise<void> =>
    tokens.check(header(headers, TOKEN_HEADER), remoteAddress);
  return [
    defineRoute({
      method: 'GET',
      url: '/app/catalog/apps',
      auth: 'public',
      summary: 'Listed applications, for user editions',
      schema: {
        query: Type.Object({
          keyword: Type.Optional(Type.String({ maxLength: 100 })),
          category: Type.Optional(Type.String({ maxLength: 64 })),
        }),
        response: pageOf(catalogAppSchema),
      },
      handler: async (ctx) => {
        await admit(ctx);
        const { keyword, category } = ctx.query;
        return catalog.apps({ ...(keyword ? { keyword } : {}), ...(category ? { category } : {}) }, ctx.page);
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/catalog/apps/:code',
      auth: 'public',
      summary: 'One listed application, for user editions',
      schema: { params: code, response: catalogAppSchema },
      handler: async (ctx) => {
        await admit(ctx);
        return catalog.app(ctx.params.code);
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/catalog/apps/:code/icon',
      auth: 'public',
      summary: "An application's own icon, of its latest version",
      schema: { params: code },
      handler: async (ctx) => {
        await admit(ctx);
        const { latestVersion } = await catalog.app(ctx.params.code);
        const content = await catalog.content(ctx.params.code, latestVersion);
        return answerIcon(ctx, ctx.params.code, content?.icon);
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/catalog/apps/:code/versions',
      auth: 'public',
      summary: 'Versions on offer, for user editions',
      schema: { params: code, response: pageOf(catalogVersionSchema) },
      handler: async (ctx) => {
        await admit(ctx);
        const rows = await catalog.versions(ctx.params.code);
        return { total: rows.length, rows };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/catalog/apps/:code/versions/:version/content',
      auth: 'public',
      summary: 'What a package holds, for the plans of user editions',
      schema: { params: ofVersion, response: nullable(packageContentSchema) },
      handler: async (ctx) => {
        await admit(ctx);
        return catalog.content(ctx.params.code, ctx.params.version);
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/app/catalog/packages/:code/:version',
      auth: 'public',
      summary: 'A package, whole or in part',
      schema: { params: ofVersion },
      handler: async (ctx) => {
        await admit(ctx);
        const version = await catalog.version(ctx.params.code, ctx.params.version);
        const size = version.packageSize;
        const etag = `"${version.packageSha256}"`;
        const asked = { range: header(ctx.headers, 'range'), ifRange: header(ctx.headers, 'if-range') };
        const bytes = requestedBytes(asked, size, etag);
        const content = await catalog.open(version, bytes);
        const { reply } = ctx;
        reply.header('etag', etag).header('accept-ranges', 'bytes').header('cache-control', 'no-store');
        reply.header('content-length', String(bytes ? bytes.end - bytes.start + 1 : size));
        if (bytes) reply.status(206).header('content-range', `bytes ${bytes.start}-${bytes.end}/${size}`);
        return reply.file(content, `${version.appCode}-${version.version}.zip`, 'application/zip');
      },
    }),
  ];
}

function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
