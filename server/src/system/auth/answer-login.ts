import type { LoginResult } from '@platform/host-api';
import { requestContext, type Ctx } from '../../kernel/index.ts';
import type { SessionCookies } from './cookies/index.ts';
import type { LoginOutcome, LoginSource } from './login.ts';
import { retryable } from './retry-later.ts';
import type { Sessions } from './sessions.ts';

interface LoginAnswerParts {
  readonly cookies: SessionCookies;
  readonly sessions: Sessions;
}

export const userAgentOf = (ctx: Pick<Ctx, 'headers'>): string | undefined => {
  const value = ctx.headers['user-agent'];
  return typeof value === 'string' ? value : undefined;
};

/** The answer to a step of a login: the next step, or a session as cookie or token. */
export async function answerLogin(
  { cookies, sessions }: LoginAnswerParts,
  ctx: Pick<Ctx, 'headers' | 'reply' | 'remoteAddress' | 'signal'>,
  step: (source: LoginSource) => Promise<LoginOutcome>,
): Promise<LoginResult> {
  ctx.reply.header('cache-control', 'no-store');
  const { host, secure = false } = requestContext.current() ?? {};
  const wantsCookie = ctx.headers['x-session'] === 'cookie';
  if (wantsCookie) cookies.assertSameOrigin(ctx.headers, host);
  const { remoteAddress: ip, signal } = ctx;
  const outcome = await retryable(ctx, () => step({ ip, userAgent: userAgentOf(ctx), signal }));
  if ('next' in outcome) return outcome;
  const { issued, ...more } = outcome;
  const { token, expiresIn } = issued;
  if (!wantsCookie) return { token, expiresIn, ...more };
  // The browser forgets it with the new one.
  const former = cookies.tokenIn(ctx.headers);
  if (former) await sessions.endToken(former);
  for (const value of cookies.issue(issued, expiresIn, secure)) ctx.reply.header('set-cookie', value);
  return { csrfCookie: cookies.names.csrf, expiresIn, ...more };
}
