import type { App, Component, InjectionKey, ShallowRef } from 'vue';
import { inject, shallowRef } from 'vue';
import type { RemoteHost, RemoteHostServices } from '@/remote';

/** The host of remote applications, fetched and started with the first one that is opened. */
export interface RemoteGate {
  readonly host: Readonly<ShallowRef<RemoteHost | undefined>>;
  /** The component that shows a remote's view, with the host behind it started. A failed start is tried again. */
  view(): Promise<{ default: Component }>;
  /** Follows installs, upgrades and removals; does nothing while no remote has been opened. */
  refresh(): Promise<void>;
}

export function createRemoteGate(app: App, services: () => RemoteHostServices): RemoteGate {
  const host = shallowRef<RemoteHost>();
  return {
    host,
    async view() {
      const { createRemoteHost, RemoteView } = await import('@/remote');
      if (!host.value) {
        host.value = createRemoteHost(services());
        app.use(host.value);
      }
      return { default: RemoteView };
    },
    refresh: async () => host.value?.refresh(),
  };
}

export const remoteGateKey: InjectionKey<RemoteGate> = Symbol('remote-gate');

export function useRemoteGate(): RemoteGate {
  const gate = inject(remoteGateKey);
  if (!gate) throw new Error('The application was mounted without remoteGateKey.');
  return gate;
}
