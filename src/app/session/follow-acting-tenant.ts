import type { SessionInfo, useSessionStore } from '@/shared/session';
import type { TabSignal } from './tab-signal.ts';

interface FollowOptions {
  readonly actingTenant: TabSignal;
  readonly session: ReturnType<typeof useSessionStore>;
  readonly readProfile: () => Promise<SessionInfo>;
  readonly reload: () => void;
}

/**
 * Follows a change of the acting tenant in another tab: the page reloads when the tenant differs,
 * so that nobody sees one tenant and works in another. (design 12.1-4)
 */
export function followActingTenant({
  actingTenant,
  session,
  readProfile,
  reload,
}: FollowOptions): () => void {
  return actingTenant.follow(() => {
    const former = session.profile;
    if (!former) return;
    readProfile()
      .then((profile) => {
        if (profile.tenant.tenantId === former.tenant.tenantId) session.profile = profile;
        else reload();
      })
      // The next request says that the session is over.
      .catch(() => undefined);
  });
}
