import type { Duration } from '@platform/plugin-sdk/core';
import { millisecondsOf } from '../../infra/index.ts';
import { defineRoute, requestContext, Type, type Route } from '../../kernel/index.ts';
import { Id } from '../shared/schemas.ts';
import { assertReadable } from './object-access.ts';
import { answerObject } from './object-answer.ts';
import { linkSeconds, type LinkClaims, type ObjectLinks } from './object-links.ts';
import type { ObjectPlace, ObjectRows } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';

const oneFile = Type.Object({ ossId: Id });
/** Not looked at before the signature: whatever was changed is the link, and no question of form. */
const linkQuery = Type.Object({
  tenant: Type.Optional(Type.Unknown()),
  expires: Type.Optional(Type.Unknown()),
  signature: Type.Optional(Type.Unknown()),
});
const LinkBody = Type.Object({
  expiresIn: Type.Optional(
    Type.Unsafe<number | Duration>({
      type: ['number', 'string'],
      description: 'Seconds, or `10m`; from one second to seven days, default: an hour',
    }),
  ),
});
const LinkSchema = Type.Object({
  url: Type.String(),
  expires: Type.Optional(Type.Integer({ description: 'Seconds since 1970; none for a public file' })),
});

/** What is in files, for those who may read them, and for those who were given a link. (design 9.8-57, 11.8-17) */
export function contentRoutes(rows: ObjectRows, objects: ObjectStore, links: ObjectLinks): Route[] {
  return [
    ...(['content', 'download'] as const).map((part) =>
      defineRoute({
        method: 'GET',
        url: `/resource/oss/:ossId/${part}`,
        auth: 'login',
        summary: part === 'content' ? 'The content of a file' : 'Deprecated: use content',
        schema: { params: oneFile },
        async handler(ctx) {
          const place = await rows.get(ctx.params.ossId);
          assertReadable(place, ctx.user);
          if (part === 'download') ctx.reply.header('deprecation', '@1795305600');
          return answerObject(ctx, objects, place, part === 'content');
        },
      }),
    ),
    defineRoute({
      method: 'POST',
      url: '/resource/oss/:ossId/link',
      auth: 'login',
      summary: 'A link to a file for whoever has it, until it expires',
      schema: { params: oneFile, body: LinkBody, response: LinkSchema },
      audit: 'Make a link to a file',
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
      method: 'GET',
      url: '/resource/oss/:ossId/link',
      auth: 'public',
      summary: 'The content of a file, by a link',
      schema: { params: Type.Object({ ossId: Type.String() }), query: linkQuery },
      async handler(ctx) {
        const { ossId } = ctx.params;
        const claims = claimsOf(ctx.query);
        links.assertValid(ossId, claims);
        return answerObject(ctx, objects, await linked(rows, Number(ossId), claims.tenant), true);
      },
    }),
  ];
}

/** Whoever has the link need not be of the tenant. @throws OBJECT_NOT_FOUND (404) */
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
