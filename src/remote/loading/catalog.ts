import { shallowReactive, shallowRef, type ShallowRef } from 'vue';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import { messageOf, RemoteError } from '../errors.ts';

/** The enabled applications with a frontend, fetched once and again on request. */
export interface RemoteCatalog {
  /** The last list; undefined before the first. */
  readonly apps: Readonly<ShallowRef<readonly RemoteAppDescriptor[] | undefined>>;
  /**
   * Looks into the list, and fetches it anew before it says that there is no such application.
   * @throws RemoteError REMOTE_DISCOVERY_FAILED, REMOTE_NOT_AVAILABLE
   */
  find(code: string): Promise<RemoteAppDescriptor>;
  /** Display name of an application, also of one that has gone; its code while unknown. */
  nameOf(this: void, code: string): string;
  /** Fetches the list anew. */
  refresh(): Promise<readonly RemoteAppDescriptor[]>;
}

export function createCatalog(fetchApps: () => Promise<readonly RemoteAppDescriptor[]>): RemoteCatalog {
  const apps = shallowRef<readonly RemoteAppDescriptor[]>();
  const names = shallowReactive(new Map<string, string>());
  let pending: Promise<readonly RemoteAppDescriptor[]> | undefined;

  function refresh(): Promise<readonly RemoteAppDescriptor[]> {
    const fetching = fetchApps().then((fetched) => {
      for (const { code, name } of fetched) names.set(code, name);
      return (apps.value = fetched);
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
    nameOf: (code) => names.get(code) ?? code,
    refresh,
    async find(code) {
      const named = (app: RemoteAppDescriptor) => app.code === code;
      // One that is not in the list may have been installed since.
      const app = apps.value?.find(named) ?? (await listOrFail(code)).find(named);
      if (app) return app;
      throw new RemoteError({
        code: 'REMOTE_NOT_AVAILABLE',
        stage: 'discovery',
        app: code,
        message: `${code} is not installed for this tenant, is disabled, or has no frontend`,
      });
    },
  };
}

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
