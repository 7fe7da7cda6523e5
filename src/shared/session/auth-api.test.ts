// @vitest-environment node
import { expect, it, vi } from 'vitest';
import type { HttpClient } from '../http/index.ts';
import { createAuthApi } from './auth-api.ts';

it('asks nobody to log in again for a logout, or for a proof at a provider', async () => {
  const post = vi.fn(async () => undefined);
  const api = createAuthApi({ post } as unknown as HttpClient);
  await api.logout();
  expect(post).toHaveBeenLastCalledWith('/auth/logout', undefined, { anonymous: true });
  await api.proveWith('corp');
  expect(post).toHaveBeenLastCalledWith('/auth/oidc/corp/proof', undefined, { anonymous: true });
});

it('logs in for a cookie, which no script can read', async () => {
  const post = vi.fn(async () => undefined);
  const api = createAuthApi({ post } as unknown as HttpClient);
  const withCookie = { anonymous: true, headers: { 'X-Session': 'cookie' } };
  await api.login({} as never);
  await api.second('t', '1');
  await api.confirmed('corp');
  await api.renewPassword('t', 'new');
  expect(post.mock.calls.map((call: unknown[]) => call[2])).toEqual(Array(4).fill(withCookie));
});
