import { catalogTokenContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { FreshProof } from '../../system/index.ts';
import type { CatalogTokens } from '../publishing/catalog-tokens.ts';

/** Lists, issues and revokes tokens; issuing needs a fresh proof. (design 2.3, 11.8-15) */
export function catalogTokenRoutes(tokens: CatalogTokens, proof: FreshProof): Route[] {
  return [
    defineRoute({
      ...catalogTokenContracts.list,
      handler: ({ page }) => tokens.page(page),
    }),
    defineRoute({
      ...catalogTokenContracts.issue,
      audit: 'Issue catalog token',
      handler({ body, user }) {
        proof.require();
        return tokens.issue(body.name.trim(), body.expiresInDays, user?.userName ?? null);
      },
    }),
    defineRoute({
      ...catalogTokenContracts.revoke,
      audit: 'Revoke catalog token',
      handler: ({ params }) => tokens.revoke(params.tokenId),
    }),
  ];
}
