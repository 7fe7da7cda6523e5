import { inject, type InjectionKey } from 'vue';
import type { RemoteHost } from './remote-host.ts';

export const remoteHostKey: InjectionKey<RemoteHost> = Symbol('remote host');

/** The host of this shell's remotes; use within setup. */
export function useRemoteHost(): RemoteHost {
  const host = inject(remoteHostKey, undefined);
  if (host) return host;
  throw new Error('There is no remote host: call app.use(createRemoteHost(…)) first.');
}
