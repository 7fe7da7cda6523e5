import { vi } from 'vitest';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import type { RemoteError } from '../errors.ts';
import { createRemoteHost } from '../host.ts';
import type { RemoteHostServices } from '../services.ts';
import { createFakeAdapter } from './fake-adapter.ts';
import { createTestServices } from './services.ts';

/** A view. */
export const list = { name: 'List', render: () => null };
export const hello: RemoteAppDescriptor = {
  code: 'hello',
  name: 'Hello',
  version: '1.0.0',
  entry: '/remote-apps/hello/index.js?v=1.0.0',
};
export const install = () => ({ manifest: { code: 'hello', version: '1.0.0' }, views: { list } });
/** The browser's error for a module that could not be fetched. */
export const fetchFailed = (file: string) =>
  new TypeError(`Failed to fetch dynamically imported module: http://localhost:3000${file}`);

/** A host with one application, opened by a function of its address. */
export function hostOf(
  open: Parameters<typeof createFakeAdapter>[0],
  overrides: Partial<RemoteHostServices> = {},
) {
  const { adapter, entries } = createFakeAdapter(open);
  const { services, reported, notices } = createTestServices({
    fetchApps: async () => [hello],
    adapter,
    fetch: async () => new Response('', { status: 503, headers: { 'x-request-id': 'req-1' } }),
    ...overrides,
  });
  const host = createRemoteHost(services);
  return { host, loader: host.loader, entries, reported, notices };
}

/** Awaits a promise while retries and time limits elapse. */
export async function settle<T>(promise: Promise<T>): Promise<T | RemoteError> {
  const settled = promise.catch((error: unknown) => error as RemoteError);
  await vi.advanceTimersByTimeAsync(25_000);
  return settled;
}
