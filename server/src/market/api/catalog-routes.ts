import { catalogContracts } from '@platform/host-api';
import { defineRoute, partOf, type Route } from '../../kernel/index.ts';
import { TOKEN_HEADER } from '../source/catalog/token-header.ts';
import { answerIcon } from './icon-answer.ts';
import type { CatalogTokens } from '../publishing/catalog-tokens.ts';
import type { PublishedCatalog } from '../publishing/published-catalog.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Caller {
  readonly headers: Headers;
  readonly remoteAddress: string;
}

/**
 * The catalog, read with an interface token instead of a login. (spec: Endpoints 11; design 2.3)
 */
export function catalogRoutes(catalog: PublishedCatalog, tokens: CatalogTokens): Route[] {
  const admit = ({ headers, remoteAddress }: Caller): Promise<void> =>
    tokens.check(header(headers, TOKEN_HEADER), remoteAddress);
  return [
    defineRoute({
      ...catalogContracts.apps,
      handler: async (ctx) => {
        await admit(ctx);
        const { keyword, category } = ctx.query;
        return catalog.apps({ ...(keyword ? { keyword } : {}), ...(category ? { category } : {}) }, ctx.page);
      },
    }),
    defineRoute({
      ...catalogContracts.app,
      handler: async (ctx) => {
        await admit(ctx);
        return catalog.app(ctx.params.code);
      },
    }),
    defineRoute({
      ...catalogContracts.icon,
      handler: async (ctx) => {
        await admit(ctx);
        const { latestVersion } = await catalog.app(ctx.params.code);
        const content = await catalog.content(ctx.params.code, latestVersion);
        return answerIcon(ctx, ctx.params.code, content?.icon);
      },
    }),
    defineRoute({
      ...catalogContracts.versions,
      handler: async (ctx) => {
        await admit(ctx);
        const rows = await catalog.versions(ctx.params.code);
        return { total: rows.length, rows };
      },
    }),
    defineRoute({
      ...catalogContracts.content,
      handler: async (ctx) => {
        await admit(ctx);
        return catalog.content(ctx.params.code, ctx.params.version);
      },
    }),
    defineRoute({
      ...catalogContracts.package,
      handler: async (ctx) => {
        await admit(ctx);
        const version = await catalog.version(ctx.params.code, ctx.params.version);
        const size = version.packageSize;
        const etag = `"${version.packageSha256}"`;
        const bytes = partOf(ctx, size, etag);
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
