import type { HttpClient } from '@/shared/http';
import type {
  LoginResult,
  LoginStep,
  Reauthentication,
  SessionService,
  SessionMarks,
  SessionInfo,
  ShellLock,
  useSessionStore,
} from '@/shared/session';
import { createAuthApi, lockedPath, PLATFORM_TENANT } from '@/shared/session';
import type { TabSignal } from './tab-signal.ts';

export interface SessionServiceOptions {
  http: HttpClient;
  session: ReturnType<typeof useSessionStore>;
  marks: SessionMarks;
  reauthentication: Reauthentication;
  proof: Reauthentication;
  shellLock: ShellLock;
  /** Path and query of the page. */
  here(): string;
  /** Whether the page has input that would be lost. */
  unsaved(): boolean;
  /** Aborts running requests of the session and prevents new ones. */
  end(): void;
  /**
   * Loads the login page, or another address, as a new document, so that no data of the person
   * stays in memory.
   */
  leave(address?: string): void;
  /** Tells other tabs that the session looks elsewhere, or may do more there. */
  actingTenant: Pick<TabSignal, 'tell'>;
}

/** Logs in, logs in again over the page, logs out, and follows other browser tabs. */
export function createSessionService(
  options: SessionServiceOptions,
): SessionService & { follow(event: StorageEvent): void } {
  const { http, session, marks, reauthentication, proof, actingTenant, shellLock } = options;
  const api = createAuthApi(http);

  /** The step that is still needed; without one, the session begins. */
  function proceed(result: LoginResult): LoginStep | undefined {
    const { next, ticket = '', enrolment, csrfCookie = '', expiresIn = 0 } = result;
    if (next) return { next, ticket, enrolment };
    session.mark = marks.write(csrfCookie, expiresIn);
    shellLock.clear();
    reauthentication.settle(true);
    return undefined;
  }

  /** An open page continues only with a session of the same person. */
  async function continueAs(former: SessionInfo | undefined) {
    const profile = former && (await api.profile(true).catch(() => undefined));
    if (profile && profile.user.userId !== former.user.userId) options.leave();
    else reauthentication.settle(true);
  }

  /** Reads of this page would be refused there, or be of the other tenant. */
  function lookElsewhere() {
    options.end();
    actingTenant.tell();
    options.leave('/');
  }

  const toLock = () => options.leave(`${lockedPath}?redirect=${encodeURIComponent(options.here())}`);

  return {
    async login(credentials) {
      return proceed(await api.login(credentials));
    },
    async loginWith(provider) {
      return proceed(await api.confirmed(provider));
    },
    async second(ticket, code) {
      const result = await api.second(ticket, code);
      return { recoveryCodes: result.recoveryCodes, step: proceed(result) };
    },
    async renewPassword(ticket, newPassword) {
      proceed(await api.renewPassword(ticket, newPassword));
    },
    async logout() {
      const loginPage = loginPageOf(session.profile);
      options.end();
      const ended = await api.logout().catch(() => undefined);
      marks.clear();
      shellLock.clear();
      reauthentication.settle(false);
      proof.settle(false);
      options.leave(ended?.location ?? loginPage);
    },
    async prove(given) {
      await api.prove(given);
      proof.settle(true);
    },
    async proveWith(provider) {
      await api.proveWith(provider);
      proof.settle(true);
    },
    lock() {
      shellLock.set({ userName: session.user?.userName ?? '', displayName: session.displayName });
      toLock();
    },
    lockedPerson: () => shellLock.read(),
    async unlock(given) {
      await api.prove(given);
      shellLock.clear();
    },
    async unlockWith(provider) {
      await api.proveWith(provider);
      shellLock.clear();
    },
    async personChanged() {
      const profile = await api.profile(false);
      if (session.profile) session.profile = profile;
    },
    async changePassword(oldPassword, newPassword) {
      await api.changePassword({ oldPassword, newPassword });
      if (session.profile)
        session.profile = {
          ...session.profile,
          passwordGenerated: false,
          passwordConfigured: false,
        };
    },
    async enterTenant(tenantId) {
      await api.enterTenant(tenantId);
      lookElsewhere();
    },
    async allowChanges(mayWrite) {
      await api.allowChanges(mayWrite);
      actingTenant.tell();
      const { profile } = session;
      if (profile?.acting) session.profile = { ...profile, acting: { ...profile.acting, mayWrite } };
    },
    async leaveTenant() {
      await api.leaveTenant();
      lookElsewhere();
    },
    follow(event) {
      // With unsaved input, the guard locks as the page is left.
      if (shellLock.concerns(event) && shellLock.read() && session.profile && !options.unsaved()) toLock();
      if (!marks.concerns(event)) return;
      const stored = marks.read();
      if (stored && stored.since !== session.mark?.since) {
        session.mark = stored;
        void continueAs(session.profile);
      } else if (!stored && session.profile) {
        options.leave();
      }
    },
  };
}

/** The login page with the look of the tenant; the default tenant needs no name. */
function loginPageOf(profile: SessionInfo | undefined): string | undefined {
  const tenantId = profile && !profile.acting ? profile.tenant.tenantId : PLATFORM_TENANT;
  return tenantId === PLATFORM_TENANT ? undefined : `/login?tenant=${encodeURIComponent(tenantId)}`;
}
