/** Purpose of a visit to a login provider. */
export type ProviderPurpose = 'login' | 'proof';

/** The page on which the window of a provider ends. */
export const returnPath = '/login/return';

const CHANNEL = 'platform.login-return';

/**
 * Where the browser begins its way to a provider.
 *
 * @param redirect path of the shell, for the way back
 */
export function providerAddress(id: string, redirect: string, purpose: ProviderPurpose = 'login'): string {
  const query = new URLSearchParams({ redirect, ...(purpose === 'proof' ? { purpose } : {}) });
  return `/prod-api/auth/oidc/${encodeURIComponent(id)}/start?${query.toString()}`;
}

/**
 * Tells the page that has opened this window that the person is back. A channel, since a page of
 * another site in between cuts the window off from its opener.
 */
export function announceReturn(ticket: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(ticket);
  channel.close();
}

/**
 * Calls back with the ticket of each window whose person is back.
 *
 * @returns ends it
 */
export function followReturns(back: (ticket: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') back(data);
  });
  return () => channel.close();
}
