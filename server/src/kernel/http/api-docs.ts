import { apiDocsContracts } from '@platform/host-api';
import { PlatformError } from '@platform/plugin-sdk/core';
import type { Undo } from '../disposer.ts';
import { cookieSchemes } from './describe-routes.ts';
import { DEFAULT_TENANT, type SessionCookieNames } from './edge.ts';
import type { RouteInstance } from './instance.ts';
import { defineRoute, type Route } from './route.ts';

/** Only operators of the platform reach these, whatever a tenant's administrator may do there. */
const OF_OPERATORS = /^\/actuator(\/|$)/;

/** Group of the host's own routes. */
const HOST_GROUP = 'platform';

type Document = Readonly<Record<string, unknown>> & {
  readonly paths?: object;
  readonly components?: { readonly securitySchemes?: object };
};

/**
 * The OpenAPI document: one part for the host and one for each loaded application, visible to the
 * tenants that may use it. (design 2.2, 9.8-65)
 */
export class ApiDocs {
  readonly #groups = new Map<string, RouteInstance>();
  readonly #maySee: (appCode: string, tenantId: string | undefined) => boolean;
  readonly #cookies: () => SessionCookieNames | undefined;

  /**
   * @param maySee whether a tenant may use an application
   * @param cookies names of the session cookies, if browsers have any
   */
  constructor(
    maySee: (appCode: string, tenantId: string | undefined) => boolean,
    cookies: () => SessionCookieNames | undefined,
  ) {
    this.#maySee = maySee;
    this.#cookies = cookies;
  }

  /** Adds or replaces a group; the undo removes it unless another one has replaced it. */
  add(group: string, instance: RouteInstance): Undo {
    this.#groups.set(group, instance);
    return () => {
      if (this.#groups.get(group) === instance) this.#groups.delete(group);
    };
  }

  get groups(): string[] {
    return [...this.#groups.keys()];
  }

  routes(): Route[] {
    return [
      defineRoute({
        ...apiDocsContracts.get,
        handler: ({ tenantId, reply }) => {
          reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
          return asBytes(whole(this.#seenBy(tenantId).map((group) => this.#document(group, tenantId))));
        },
      }),
      defineRoute({
        ...apiDocsContracts.groups,
        handler: ({ tenantId }) =>
          this.#seenBy(tenantId).map((name) => ({ name, url: `/v3/api-docs/${name}` })),
      }),
      defineRoute({
        ...apiDocsContracts.group,
        handler: ({ params, tenantId, reply }) => {
          const seen = this.#seenBy(tenantId);
          if (!seen.includes(params.group)) {
            throw new PlatformError({
              code: 'API_GROUP_UNKNOWN',
              status: 404,
              message: `The API group ${params.group} does not exist.`,
              fix: `Groups: ${seen.join(', ')}.`,
            });
          }
          reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
          return asBytes(this.#document(params.group, tenantId));
        },
      }),
    ];
  }

  #seenBy(tenantId: string | undefined): string[] {
    const ofApplications = this.groups.filter((group) => group !== HOST_GROUP);
    return [HOST_GROUP, ...ofApplications.filter((appCode) => this.#maySee(appCode, tenantId))];
  }

  #document(group: string, tenantId: string | undefined): Document {
    const full = (this.#groups.get(group)?.swagger() ?? {}) as Document;
    const document = tenantId === DEFAULT_TENANT ? full : withoutOperators(full);
    const names = this.#cookies();
    if (!names) return document;
    const securitySchemes = { ...document.components?.securitySchemes, ...cookieSchemes(names) };
    return { ...document, components: { ...document.components, securitySchemes } };
  }
}

function withoutOperators(document: Document): Document {
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => !OF_OPERATORS.test(path));
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Merges documents; no two of them have routes with the same path. */
function whole([host, ...others]: readonly Document[]): Document {
  return { ...host, paths: Object.assign({}, host?.paths, ...others.map(({ paths }) => paths)) as object };
}

const asBytes = (document: Document): Buffer => Buffer.from(JSON.stringify(document));
