import type { RemoteAdapter, RemoteContainer } from '../adapter/adapter.ts';

/** An adapter whose containers are given by a function of the address; addresses asked for are kept. */
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

/** A container with this install function and these style sheets. */
export function container(install: unknown, styles: string[] = []): RemoteContainer {
  return { getInstall: async () => ({ default: install }), styles: () => styles };
}
