import { loadRouteLocation, type RouteLocationNormalized, type Router } from 'vue-router';
import type { I18nService } from '@/shared/i18n';
import { ApiError } from '@/shared/http';
import { lockedPath, returnPath, type ShellLock, type useSessionStore } from '@/shared/session';
import { loginRoute } from './static-routes.ts';

export interface GuardOptions {
  session: ReturnType<typeof useSessionStore>;
  shellLock: Pick<ShellLock, 'read'>;
  i18n: I18nService;
  /** Loads the profile, the menus and their routes. */
  enter: () => Promise<void>;
  /** Drops a session that the server refused. */
  dropSession: () => void;
}

/**
 * Redirects to the login page without a session, and to the locked page while the shell is locked,
 * loads the session's data before the first page, and checks permissions.
 */
export function installGuard(
  router: Router,
  { session, shellLock, i18n, enter, dropSession }: GuardOptions,
): void {
  router.beforeEach(async (to) => {
    if (session.mark && shellLock.read() && to.path !== returnPath)
      return to.path === lockedPath || { path: lockedPath, query: { redirect: to.fullPath } };
    if (to.path === lockedPath) return safeRedirect(to.query['redirect']);
    if (to.meta.public)
      return session.mark && to.name === loginRoute && !to.query['oidc']
        ? safeRedirect(to.query['redirect'])
        : true;
    const toLogin = { name: loginRoute, query: to.fullPath === '/' ? {} : { redirect: to.fullPath } };
    if (!session.mark) return toLogin;
    if (!session.profile) {
      fetchAhead(to);
      try {
        await enter();
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        dropSession();
        return toLogin;
      }
      return { path: to.path, query: to.query, hash: to.hash, replace: true };
    }
    if (to.meta.permission && !session.can(to.meta.permission)) return { name: 'forbidden', replace: true };
    return true;
  });

  /**
   * Preloads the page's code and messages while the session loads. A failure is reported on use.
   */
  function fetchAhead(to: RouteLocationNormalized): void {
    void loadRouteLocation(to).catch(() => undefined);
    if (to.meta.feature) void i18n.load(to.meta.feature).catch(() => undefined);
  }

  router.beforeResolve(async (to) => {
    if (to.meta.feature) await i18n.load(to.meta.feature);
  });
}

/** The path after a login, always within this shell. */
export function safeRedirect(wish: unknown): string {
  return typeof wish === 'string' &&
    /^\/(?![/\\])/.test(wish) &&
    !wish.startsWith('/login') &&
    !wish.startsWith(lockedPath)
    ? wish
    : '/';
}
