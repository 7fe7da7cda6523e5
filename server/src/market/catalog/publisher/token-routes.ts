import { defineRoute, pageOf, Type, type Route } from '../../../kernel/index.ts';
import type { FreshProof } from '../../../system/index.ts';
import { id, text } from '../../schemas.ts';
import type { CatalogTokens } from './catalog-tokens.ts';

const token = {
  tokenId: Type.Integer(),
  name: Type.String(),
  tokenPrefix: Type.String(),
  expireTime: text,
  lastUsedTime: text,
  lastUsedIp: text,
  revokedTime: text,
  issuedBy: text,
  createTime: Type.String(),
};

/** Issue, list and revoke, in the console; a token opens a way in, so that issuing needs a fresh proof. (design 2.3, 11.8-15) */
export function catalogTokenRoutes(tokens: CatalogTokens, proof: FreshProof): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/app/console/catalog-token/list',
      auth: 'app:console:list',
      summary: 'Interface tokens of the catalog',
      schema: { response: pageOf(Type.Object(token)) },
      handler: ({ page }) => tokens.page(page),
    }),
    defineRoute({
      method: 'POST',
      url: '/app/console/catalog-token',
      auth: 'app:console:add',
      summary: 'Issue an interface token; it is told in this answer only',
      audit: 'Issue catalog token',
      schema: {
        body: Type.Object({
          name: Type.String({ minLength: 1, maxLength: 100, pattern: String.raw`\S` }),
          expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
        }),
        response: Type.Object({ ...token, token: Type.String() }),
      },
      handler({ body, user }) {
        proof.require();
        return tokens.issue(body.name.trim(), body.expiresInDays, user?.userName ?? null);
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/app/console/catalog-token/:tokenId/revoke',
      auth: 'app:console:edit',
      summary: 'Revoke an interface token, at once',
      audit: 'Revoke catalog token',
      schema: { params: Type.Object({ tokenId: id }), response: Type.Object(token) },
      handler: ({ params }) => tokens.revoke(params.tokenId),
    }),
  ];
}
