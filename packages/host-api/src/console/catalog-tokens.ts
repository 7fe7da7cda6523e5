import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { contract, nullableText, PositiveId, type DataOf } from '../contract/index.ts';

export const CatalogTokenSchema = Type.Object({
  tokenId: Type.Integer(),
  name: Type.String(),
  tokenPrefix: Type.String(),
  expireTime: nullableText(),
  lastUsedTime: nullableText(),
  lastUsedIp: nullableText(),
  revokedTime: nullableText(),
  issuedBy: nullableText(),
  createTime: Type.String(),
});

/** A new token with its secret, which is returned once. */
export const IssuedTokenSchema = Type.Object({ ...CatalogTokenSchema.properties, token: Type.String() });

export const catalogTokenContracts = {
  list: contract({
    method: 'GET',
    url: '/app/console/catalog-token/list',
    auth: 'app:console:list',
    summary: 'Interface tokens of the catalog',
    schema: { response: pageOf(CatalogTokenSchema) },
  }),
  issue: contract({
    method: 'POST',
    url: '/app/console/catalog-token',
    auth: 'app:console:add',
    summary: 'Issue an interface token; only this answer holds it',
    schema: {
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 100, pattern: String.raw`\S` }),
        expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
      }),
      response: IssuedTokenSchema,
    },
  }),
  revoke: contract({
    method: 'POST',
    url: '/app/console/catalog-token/:tokenId/revoke',
    auth: 'app:console:edit',
    summary: 'Revoke an interface token, at once',
    schema: { params: Type.Object({ tokenId: PositiveId }), response: CatalogTokenSchema },
  }),
};

export type CatalogToken = DataOf<typeof CatalogTokenSchema>;
export type IssuedToken = DataOf<typeof IssuedTokenSchema>;
