import { inject, type InjectionKey } from 'vue';
import type { RemoteHost } from './remote-host.ts';

export const remoteHostKey: InjectionKey<RemoteHost> = Symbol('remote host');

/** The remote host of this shell; use within setup. */
export function useRemoteHost(): RemoteHost {
  const host = inject(remoteHostKey, undefined);
  if (host) return host;
  throw new Error('No remote host is installed. Call `app.use(createRemoteHost(…))` first.');
}
