import type { App, Component, InjectionKey, ShallowRef } from 'vue';
import { inject, shallowRef } from 'vue';
import type { RemoteHost, RemoteHostServices } from '@/remote';

/** The host of remote applications, fetched and started with the first one that is opened. */
export interface RemoteGate {
  readonly host: Readonly<ShallowRef<RemoteHost | undefined>>;
  /** The component that shows a remote's view. Starts the host; a failed start is retried. */
  view(): Promise<{ default: Component }>;
  /** Fetches the files of a view that is probably opened next, without running them. */
  preload(code: string): Promise<void>;
  /** Follows installs, upgrades and removals; does nothing while no remote has been opened. */
  refresh(): Promise<void>;
}

export function createRemoteGate(app: App, services: () => RemoteHostServices): RemoteGate {
  const host = shallowRef<RemoteHost>();
  async function start() {
    const { createRemoteHost, RemoteView } = await import('@/remote');
    if (!host.value) {
      host.value = createRemoteHost(services());
      app.use(host.value);
    }
    return { host: host.value, view: RemoteView };
  }
  return {
    host,
    view: async () => ({ default: (await start()).view }),
    preload: async (code) => (await start()).host.loader.preload(code),
    refresh: async () => host.value?.refresh(),
  };
}

export const remoteGateKey: InjectionKey<RemoteGate> = Symbol('remote-gate');

export function useRemoteGate(): RemoteGate {
  const gate = inject(remoteGateKey);
  if (!gate) throw new Error('The application was mounted without remoteGateKey.');
  return gate;
}
