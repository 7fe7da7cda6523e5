import type { SessionInfo, useSessionStore } from '@/shared/session';
import type { TabSignal } from './tab-signal.ts';

interface FollowOptions {
  readonly looking: TabSignal;
  readonly session: ReturnType<typeof useSessionStore>;
  readonly readProfile: () => Promise<SessionInfo>;
  readonly reload: () => void;
}

/**
 * Shows in this tab where the session looks after another tab has changed that: another tenant
 * needs another page, so that nobody works in one tenant and sees another. (design 12.1-4)
 */
export function followLooking({ looking, session, readProfile, reload }: FollowOptions): () => void {
  return looking.follow(() => {
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
