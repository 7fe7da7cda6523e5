import { PlatformError } from '@platform/plugin-sdk/core';
import { Type } from '@platform/plugin-sdk/web';
import type { FastifyInstance } from 'fastify';
import type { Undo } from '../disposer.ts';
import { defineRoute, type Route } from './route.ts';

/** OpenAPI documents, one group for the host and one for each loaded application. (design 2.2) */
export class ApiDocs {
  readonly #groups = new Map<string, FastifyInstance>();

  /** Adds or replaces a group; the undo takes it away unless another has replaced it since. */
  add(group: string, instance: FastifyInstance): Undo {
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
        method: 'GET',
        url: '/v3/api-docs',
        auth: 'login',
        summary: 'The groups of API documents',
        handler: () => this.groups.map((name) => ({ name, url: `/v3/api-docs/${name}` })),
      }),
      defineRoute({
        method: 'GET',
        url: '/v3/api-docs/:group',
        auth: 'login',
        summary: 'The OpenAPI document of a group',
        schema: { params: Type.Object({ group: Type.String() }) },
        handler: ({ params, reply }) => {
          const instance = this.#groups.get(params.group);
          if (!instance) {
            throw new PlatformError({
              code: 'API_GROUP_UNKNOWN',
              status: 404,
              message: `There is no API group ${params.group}.`,
              fix: `Groups: ${this.groups.join(', ')}.`,
            });
          }
          reply.header('content-type', 'application/json; charset=utf-8');
          return Buffer.from(JSON.stringify(instance.swagger()));
        },
      }),
    ];
  }
}
