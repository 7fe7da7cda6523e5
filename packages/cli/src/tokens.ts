import type { ScriptToken } from '@platform/host-api';
import { apiOf, type CommandContext } from './command-context.ts';
import { table } from './output.ts';

const OWN = '/system/user/profile/tokens';

export interface TokenOptions {
  /** Permissions. */
  readonly scope: readonly string[];
  readonly days: string;
}

/** Issues a token for scripts and prints it, once. (design 16-19) */
export async function createToken(
  context: CommandContext,
  name: string,
  { scope, days }: TokenOptions,
): Promise<void> {
  const body = { name, scopes: scope, expiresInDays: Number(days) };
  const issued = await apiOf(context).post<ScriptToken & { token: string }>(OWN, body);
  context.output.progress(`Shown once; valid until ${issued.expires}. Pass it on as PLATFORM_TOKEN.`);
  context.output.result(issued, () => [issued.token]);
}

export async function listTokens(context: CommandContext): Promise<void> {
  const tokens = await apiOf(context).get<readonly ScriptToken[]>(OWN);
  context.output.result(tokens, () =>
    tokens.length === 0
      ? ['You have no token. Create one: npx platform tokens create <name> --scope <permission…>']
      : table(
          ['ID', 'NAME', 'EXPIRES', 'LAST USED', 'SCOPES'],
          tokens.map(({ tokenId, name, expires, lastUsed, scopes }) => [
            String(tokenId),
            name,
            expires,
            lastUsed ?? 'never',
            scopes.join(' '),
          ]),
        ),
  );
}

export async function revokeToken(context: CommandContext, tokenId: number): Promise<void> {
  await apiOf(context).delete(`${OWN}/${tokenId}`);
  context.output.result({ tokenId, revoked: true }, () => [`The token ${tokenId} is revoked.`]);
}
