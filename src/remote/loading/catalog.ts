import { shallowReactive, shallowRef, type ShallowRef } from 'vue';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import { messageOf, RemoteError } from '../errors.ts';

/** The enabled applications that have a frontend. */
export interface RemoteCatalog {
  /** The last list; undefined until the first fetch succeeds. */
  readonly apps: Readonly<ShallowRef<readonly RemoteAppDescriptor[] | undefined>>;
  /**
   * Finds an application. Fetches the list again before reporting that it does not exist.
   * @throws RemoteError REMOTE_DISCOVERY_FAILED, REMOTE_NOT_AVAILABLE, REMOTE_QUARANTINED
   */
  find(code: string): Promise<RemoteAppDescriptor>;
  /** Display name, also of an application that was removed; its code while unknown. */
  nameOf(this: void, code: string): string;
  refresh(this: void): Promise<readonly RemoteAppDescriptor[]>;
  /** Adds a listener that runs after each fetch. */
  onRefresh(listener: () => void): void;
}

export function createCatalog(fetchApps: () => Promise<readonly RemoteAppDescriptor[]>): RemoteCatalog {
  const apps = shallowRef<readonly RemoteAppDescriptor[]>();
  const known = shallowReactive(new Map<string, RemoteAppDescriptor>());
  const listeners: (() => void)[] = [];
  let pending: Promise<readonly RemoteAppDescriptor[]> | undefined;
  let started = 0;
  let applied = 0;

  function refresh(): Promise<readonly RemoteAppDescriptor[]> {
    const order = ++started;
    const fetching = fetchApps().then((fetched) => {
      // A slow response must not replace the list of a later request.
      if (order < applied) return fetched;
      applied = order;
      for (const app of fetched) known.set(app.code, app);
      apps.value = fetched;
      for (const listener of listeners) listener();
      return fetched;
    });
    const settled = () => {
      if (pending === fetching) pending = undefined;
    };
    fetching.then(settled, settled);
    return (pending = fetching);
  }

  async function listOrFail(code: string): Promise<readonly RemoteAppDescriptor[]> {
    try {
      return await (pending ?? refresh());
    } catch (cause) {
      throw discoveryFailure(code, cause);
    }
  }

  return {
    apps,
    nameOf: (code) => known.get(code)?.name ?? code,
    refresh,
    onRefresh: (listener) => void listeners.push(listener),
    async find(code) {
      const hasCode = (app: RemoteAppDescriptor) => app.code === code;
      // The application may have been installed since the last fetch.
      const listed = apps.value?.find(hasCode);
      // One that was kept out may have been loaded again.
      const app = listed && !listed.quarantined ? listed : (await listOrFail(code)).find(hasCode);
      if (app?.quarantined) throw quarantined(code);
      if (app) return app;
      throw new RemoteError({
        code: 'REMOTE_NOT_AVAILABLE',
        stage: 'discovery',
        app: code,
        message: `"${code}" is not installed for this tenant, is disabled, or has no frontend`,
      });
    },
  };
}

const quarantined = (app: string): RemoteError =>
  new RemoteError({
    code: 'REMOTE_QUARANTINED',
    stage: 'discovery',
    app,
    message: `"${app}" harmed the platform twice within ten minutes and was not loaded`,
  });

function discoveryFailure(app: string, cause: unknown): RemoteError {
  const { status = 0, requestId } = (cause ?? {}) as { status?: number; requestId?: string };
  return new RemoteError({
    code: 'REMOTE_DISCOVERY_FAILED',
    stage: 'discovery',
    app,
    message: messageOf(cause),
    transient: status === 0 || status >= 500,
    status: status || undefined,
    requestId,
    cause,
  });
}
