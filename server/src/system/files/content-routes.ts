import { fileContentContracts } from '@platform/host-api';
import { millisecondsOf } from '../../infra/index.ts';
import { defineRoute, requestContext, type Route } from '../../kernel/index.ts';
import { assertReadable } from './object-access.ts';
import { answerObject } from './object-answer.ts';
import { linkSeconds, type LinkClaims, type ObjectLinks } from './object-links.ts';
import type { ObjectPlace, ObjectRows } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';

/** Content of files, for users who may read them and for signed links. (design 9.8-57, 11.8-17) */
export function contentRoutes(rows: ObjectRows, objects: ObjectStore, links: ObjectLinks): Route[] {
  return [
    ...(['content', 'download'] as const).map((part) =>
      defineRoute({
        ...fileContentContracts[part],
        async handler(ctx) {
          const place = await rows.get(ctx.params.ossId);
          assertReadable(place, ctx.user);
          if (part === 'download') ctx.reply.header('deprecation', '@1795305600');
          return answerObject(ctx, objects, place, part === 'content');
        },
      }),
    ),
    defineRoute({
      ...fileContentContracts.link,
      audit: 'Create a link to a file',
      async handler(ctx) {
        const { expiresIn } = ctx.body;
        const seconds = linkSeconds(
          typeof expiresIn === 'string' ? millisecondsOf(expiresIn) / 1000 : expiresIn,
        );
        const place = await rows.get(ctx.params.ossId);
        assertReadable(place, ctx.user);
        return objects.linkTo(place, seconds);
      },
    }),
    defineRoute({
      ...fileContentContracts.linked,
      async handler(ctx) {
        const { ossId } = ctx.params;
        const claims = claimsOf(ctx.query);
        links.assertValid(ossId, claims);
        return answerObject(ctx, objects, await linked(rows, Number(ossId), claims.tenant), true);
      },
    }),
  ];
}

/** A link works for people outside the tenant as well. @throws OBJECT_NOT_FOUND (404) */
function linked(rows: ObjectRows, ossId: number, tenantId: string): Promise<ObjectPlace> {
  return requestContext.runAs(tenantId, () => rows.get(ossId));
}

function claimsOf(query: Readonly<Record<string, unknown>>): LinkClaims {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    tenant: text(query['tenant']),
    expires: text(query['expires']),
    signature: text(query['signature']),
  };
}
