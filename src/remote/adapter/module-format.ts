import type { RemoteFormat } from './adapter.ts';

/** Key of the registry that the files of the shell's import map read (see `shareFiles`). */
const REGISTRY = Symbol.for('platform.shared');

type Registry = Record<string, () => Promise<object>>;

interface NativeEntry {
  readonly install?: unknown;
  readonly default?: unknown;
  readonly styles?: unknown;
}

/**
 * Native ES modules, the format of `defineRemoteApp({ format: 'module' })`. The entry exports
 * `install`, by name or as its default (spec: Frontend project layout), and the addresses of its
 * style sheets as `styles`. The page's import map resolves the shared modules (design 5.2).
 * @param page holds the registry of shared modules
 */
export function createModuleFormat(page: object = globalThis): RemoteFormat {
  return {
    publish(shared) {
      const loaders = Object.entries(shared).map(([name, { load }]) => [name, load] as const);
      Object.assign(page, { [REGISTRY]: Object.fromEntries(loaders) satisfies Registry });
    },
    open: (_code, entry) =>
      isNativeEntry(entry)
        ? Promise.resolve({
            getInstall: async () => entry.install ?? entry.default,
            styles: () => addressesIn(entry.styles),
          })
        : undefined,
  };
}

function isNativeEntry(value: unknown): value is NativeEntry {
  const entry = value as NativeEntry | null;
  return (
    typeof entry === 'object' &&
    entry !== null &&
    (entry.install !== undefined || typeof entry.default === 'function')
  );
}

function addressesIn(styles: unknown): string[] {
  const listed: unknown[] = Array.isArray(styles) ? styles : [];
  return [...new Set(listed.filter((address) => typeof address === 'string'))];
}
