import type { SharedModules } from '../sharing/shared-modules.ts';
import type { RemoteContainer, RemoteFormat } from './adapter.ts';

/** Module name → version → loader, as federation containers expect it. */
type FederationScope = Record<string, Record<string, { get(): Promise<() => object>; loaded: 1 }>>;

interface FederationContainer {
  init(scope: FederationScope): unknown;
  get(name: string): unknown;
}

/** Containers put the addresses of their style sheets here when `get` is called. */
type StyleRegistry = Record<string, string[] | undefined>;

const EXPOSED = './install';

/**
 * Containers of @originjs/vite-plugin-federation, the default of `defineRemoteApp` (design 5.1).
 * @param registry receives the style addresses; default: the window
 */
export function createFederationFormat(
  registry: StyleRegistry = globalThis as unknown as StyleRegistry,
): RemoteFormat {
  return {
    open: (code, entry, shared) => (isContainer(entry) ? start(code, entry, shared, registry) : undefined),
  };
}

async function start(
  code: string,
  container: FederationContainer,
  shared: SharedModules,
  registry: StyleRegistry,
): Promise<RemoteContainer> {
  await container.init(toScope(shared));
  return toContainer(code, container, registry);
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
