import { BRIEF_TOKEN_MINUTES, scriptTokenContracts, type ScriptToken } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import type { FreshProof } from '../auth/fresh-proof.ts';
import { idsOf } from '../shared/ids.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { ScriptTokens } from './script-tokens.ts';

const columns = [
  { title: 'Name', value: (row: ScriptToken) => row.name },
  { title: 'User', value: (row: ScriptToken) => row.userName },
  { title: 'Scopes', value: (row: ScriptToken) => row.scopes.join(' ') },
  { title: 'Expires', value: (row: ScriptToken) => row.expires },
  { title: 'Last used', value: (row: ScriptToken) => row.lastUsed },
  { title: 'Last address', value: (row: ScriptToken) => row.lastIp },
] as const;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** `/system/user/profile/tokens` and `/system/token`. (design 11.7, 16-19) */
export function scriptTokenRoutes(tokens: ScriptTokens, proof: FreshProof): Route[] {
  const { own, issue, issueBrief, revokeOwn, remove, removeOfUser, ...lists } = scriptTokenContracts;
  return [
    defineRoute({ ...own, handler: (ctx) => tokens.own(callerOf(ctx)) }),
    defineRoute({
      ...issue,
      audit: 'Issue a token for scripts',
      handler: (ctx) => {
        proof.require();
        ctx.reply.header('cache-control', 'no-store');
        const { expiresInDays, ...token } = ctx.body;
        return tokens.issue(callerOf(ctx), { ...token, lastsMs: expiresInDays * DAY_MS });
      },
    }),
    defineRoute({
      ...issueBrief,
      audit: 'Issue a token for scripts',
      handler: (ctx) => {
        proof.require();
        ctx.reply.header('cache-control', 'no-store');
        return tokens.issue(callerOf(ctx), { ...ctx.body, lastsMs: BRIEF_TOKEN_MINUTES * MINUTE_MS });
      },
    }),
    defineRoute({
      ...revokeOwn,
      audit: 'Revoke own tokens for scripts',
      handler: async (ctx) => ({
        changed: await tokens.revoke(idsOf(ctx.params.ids), callerOf(ctx).userId),
      }),
    }),
    ...listRoutes({
      contracts: lists,
      exported: 'the tokens for scripts',
      file: 'tokens',
      columns,
      rows: tokens,
    }),
    defineRoute({
      ...removeOfUser,
      audit: 'Revoke the tokens for scripts of a user',
      handler: async (ctx) => ({ changed: await tokens.revokeOf(ctx.params.userId) }),
    }),
    defineRoute({
      ...remove,
      audit: 'Revoke tokens for scripts',
      handler: async (ctx) => ({ changed: await tokens.revoke(idsOf(ctx.params.ids)) }),
    }),
  ];
}
