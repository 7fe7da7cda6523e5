import { RemoteError } from '../errors.ts';
import type { SharedModules } from '../sharing/shared-modules.ts';
import type { RemoteAdapter, RemoteContainer } from './adapter.ts';

/** Module name → version → how to get it, as a federation container takes it. */
type FederationScope = Record<string, Record<string, { get(): Promise<() => object>; loaded: 1 }>>;

interface FederationContainer {
  init(scope: FederationScope): unknown;
  get(name: string): unknown;
}

/** Where a container leaves the addresses of its style sheets when `get` is called. */
type StyleRegistry = Record<string, string[] | undefined>;

const EXPOSED = './install';

export interface FederationAdapterOptions {
  /** Imports a module by address. */
  importModule?: (address: string) => Promise<unknown>;
  /** Where containers leave style addresses; the window. */
  registry?: StyleRegistry;
}

/** Loads what `defineRemoteApp` builds: containers of @originjs/vite-plugin-federation (design 5.1). */
export function createFederationAdapter(options: FederationAdapterOptions = {}): RemoteAdapter {
  const importModule =
    options.importModule ?? ((address) => import(/* @vite-ignore */ address) as Promise<unknown>);
  const registry = options.registry ?? (globalThis as unknown as StyleRegistry);
  return {
    async load(code, entry, shared) {
      const container = await importModule(entry);
      if (!isContainer(container)) {
        throw new RemoteError({
          code: 'REMOTE_ENTRY_INVALID',
          stage: 'entry',
          app: code,
          message: `${entry} exports neither "init" nor "get": it is not a remote application's entry`,
        });
      }
      await container.init(toScope(shared));
      return toContainer(code, container, registry);
    },
  };
}

function toContainer(code: string, container: FederationContainer, registry: StyleRegistry): RemoteContainer {
  const key = `css__${code}__${EXPOSED}`;
  let addresses: string[] = [];
  return {
    async getInstall() {
      registry[key] = undefined;
      const factory = container.get(EXPOSED);
      addresses = [...new Set(registry[key] ?? [])];
      const made = await factory;
      return typeof made === 'function' ? (made as () => unknown)() : made;
    },
    styles: () => addresses,
  };
}

function toScope(shared: SharedModules): FederationScope {
  return Object.fromEntries(
    Object.entries(shared).map(([name, { version, load }]) => [
      name,
      { [version]: { get: () => load().then((module) => () => module), loaded: 1 } },
    ]),
  );
}

function isContainer(value: unknown): value is FederationContainer {
  const container = value as Partial<FederationContainer> | null;
  return (
    typeof container === 'object' &&
    typeof container?.init === 'function' &&
    typeof container.get === 'function'
  );
}
