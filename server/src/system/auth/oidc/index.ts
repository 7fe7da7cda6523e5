export { BackchannelLogout } from './backchannel-logout.ts';
export { oidcFailure } from './failures.ts';
export { FlowCookie } from './flow-cookie.ts';
export { Identities } from './identities.ts';
export { LinkedAccounts } from './linked-accounts.ts';
export { LogoutCookie } from './logout-cookie.ts';
export { OidcLogin, type BrowserSide, type Redirection } from './oidc-login.ts';
export { readProviders } from './providers-file.ts';
export { TakenTokens } from './taken-tokens.ts';
