import type { StateName } from '@/shared/ui/state.ts';
import type { CatalogToken } from '../api/token-api.ts';

export type TokenState = 'active' | 'expired' | 'revoked';

/** How each state is shown; its word is the message `console.tokens.state.<name>`. */
export const tokenStates: Record<TokenState, StateName> = {
  active: 'enabled',
  expired: 'deprecated',
  revoked: 'disabled',
};

/** @param now milliseconds since 1970 */
export function tokenState(token: Pick<CatalogToken, 'expireTime' | 'revokedTime'>, now: number): TokenState {
  if (token.revokedTime !== null) return 'revoked';
  return token.expireTime !== null && Date.parse(token.expireTime) <= now ? 'expired' : 'active';
}
