import type { RemoteAppDescriptor } from '../descriptor.ts';

/** The development servers that applications are loaded from (design 5.4). */
export interface DevelopmentServers {
  /** Notes the servers of a list, and gives reloaded applications a new entry address. */
  mark(this: void, apps: readonly RemoteAppDescriptor[]): readonly RemoteAppDescriptor[];
  /** Gives the application a new entry address at the next {@link mark}. */
  markForReload(code: string): void;
  /** The application whose server a stack names; undefined if none matches. */
  ownerOf(this: void, stack: string): string | undefined;
}

export function createDevelopmentServers(): DevelopmentServers {
  const reloads = new Map<string, number>();
  /** Application code → origin of its server, with a trailing slash. */
  const servers = new Map<string, string>();

  function withReload(app: RemoteAppDescriptor): RemoteAppDescriptor {
    const reload = reloads.get(app.code);
    if (reload === undefined || app.build === undefined) return app;
    return { ...app, entry: `${app.entry}${app.entry.includes('?') ? '&' : '?'}reload=${reload}` };
  }
  return {
    mark: (apps) =>
      apps.map((app) => {
        const { origin } = new URL(app.entry, location.href);
        if (origin !== location.origin) servers.set(app.code, `${origin}/`);
        return withReload(app);
      }),
    markForReload: (code) => void reloads.set(code, Date.now()),
    ownerOf: (stack) => [...servers].find(([, address]) => stack.includes(address))?.[0],
  };
}
