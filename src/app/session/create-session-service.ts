import type { HttpClient } from '@/shared/http';
import type {
  Credentials,
  Reauthentication,
  SessionService,
  TokenStorage,
  useSessionStore,
} from '@/shared/session';
import { createAuthApi } from '@/shared/session';

export interface SessionServiceOptions {
  http: HttpClient;
  session: ReturnType<typeof useSessionStore>;
  storage: TokenStorage;
  reauthentication: Reauthentication;
  /** Leaves to the login page with a new document, so that nothing of the person stays in memory. */
  leave(): void;
}

/** The session's life: log in, log in again over the page, log out, and follow what other browser tabs do. */
export function createSessionService(
  options: SessionServiceOptions,
): SessionService & { follow(event: StorageEvent): void } {
  const { http, session, storage, reauthentication } = options;
  const api = createAuthApi(http);

  async function login(credentials: Credentials) {
    const { token, expiresIn } = await api.login(credentials);
    storage.write(token, expiresIn);
    session.token = token;
    reauthentication.settle(true);
  }

  return {
    login,
    async logout() {
      await api.logout().catch(() => undefined);
      storage.clear();
      reauthentication.settle(false);
      options.leave();
    },
    changePassword: (oldPassword, newPassword) => api.changePassword({ oldPassword, newPassword }),
    follow(event) {
      if (!storage.concerns(event)) return;
      const stored = storage.read();
      if (stored && stored.token !== session.token) {
        session.token = stored.token;
        reauthentication.settle(true);
      } else if (!stored && session.profile) {
        options.leave();
      }
    },
  };
}
