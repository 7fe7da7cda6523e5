import type { DevelopedEntry } from '@platform/remote-app';
import type { RemoteFormat } from '../adapter/adapter.ts';
import type { SharedModules } from '../sharing/shared-modules.ts';
import type { Development } from './development.ts';

type Connection = Pick<Development, 'connect' | 'hooksFor'>;

/** Applications that are served from their sources: the entry exports `develop` (design 5.4). */
export function createDevelopedFormat(development: Connection): RemoteFormat {
  return {
    open: (code, entry, shared) =>
      isDevelopedEntry(entry) ? start(code, entry, shared, development) : undefined,
  };
}

async function start(code: string, entry: DevelopedEntry, shared: SharedModules, development: Connection) {
  const modules = await Promise.all(
    Object.entries(shared).map(async ([name, { load }]) => [name, await load()] as const),
  );
  await development.connect(code, entry);
  entry.develop(Object.fromEntries(modules), development.hooksFor(code));
  return { getInstall: () => entry.load(), styles: () => [] };
}

function isDevelopedEntry(value: unknown): value is DevelopedEntry {
  const entry = value as Partial<DevelopedEntry> | null;
  return (
    typeof entry === 'object' && typeof entry?.develop === 'function' && typeof entry.load === 'function'
  );
}
