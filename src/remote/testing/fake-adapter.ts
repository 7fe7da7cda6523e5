import type { RemoteAdapter, RemoteContainer } from '../adapter/adapter.ts';

/** An adapter that opens containers by a function of the address and records the addresses. */
export function createFakeAdapter(
  open: (entry: string, attempt: number) => Promise<RemoteContainer> | RemoteContainer,
) {
  const entries: string[] = [];
  const adapter: RemoteAdapter = {
    async load(_code, entry) {
      entries.push(entry.replace(/^https?:\/\/[^/]+/, ''));
      return open(entry, entries.length);
    },
  };
  return { adapter, entries };
}

/** A container with an install function and style sheets. */
export function container(install: unknown, styles: string[] = []): RemoteContainer {
  return { getInstall: async () => ({ default: install }), styles: () => styles };
}
