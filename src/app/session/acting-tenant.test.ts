import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { useSessionStore, type SessionInfo } from '@/shared/session';
import { enterSession } from './enter-session.ts';
import { followActingTenant } from './follow-acting-tenant.ts';

const profileOf = (tenantId: string, mayWrite?: boolean): SessionInfo => ({
  user: { userId: 1, userName: 'a', nickName: 'a', tenantId },
  roles: [],
  permissions: [],
  tenant: { tenantId, name: tenantId },
  passwordGenerated: false,
  ...(mayWrite === undefined ? {} : { acting: { mayWrite, isOver: false, withheld: [] } }),
});
const failure = (code: string) => new ApiError({ code, status: 409, message: code });

describe('design 12.1-4: a tab whose session looks elsewhere', () => {
  beforeEach(() => setActivePinia(createPinia()));

  function follow(answer: SessionInfo) {
    let tell = () => undefined as void;
    const session = useSessionStore();
    const reload = vi.fn();
    const readProfile = vi.fn(async () => answer);
    const actingTenant = {
      tell: () => undefined,
      follow: (changed: () => void) => ((tell = changed), () => undefined),
    };
    followActingTenant({ actingTenant, session, readProfile, reload });
    return { session, reload, readProfile, tell: () => tell() };
  }

  it('is loaded anew for another tenant', async () => {
    const { session, reload, tell } = follow(profileOf('acme', false));
    session.profile = profileOf('000000');
    tell();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(session.tenant?.tenantId).toBe('000000');
  });

  it('shows that changes are allowed now', async () => {
    const { session, reload, tell } = follow(profileOf('acme', true));
    session.profile = profileOf('acme', false);
    tell();
    await vi.waitFor(() => expect(session.acting?.mayWrite).toBe(true));
    expect(reload).not.toHaveBeenCalled();
  });

  it('does nothing on the login page', () => {
    const { readProfile, tell } = follow(profileOf('acme', true));
    tell();
    expect(readProfile).not.toHaveBeenCalled();
  });
});

describe('design 12.1-4: entering the shell', () => {
  const options = () => ({
    readProfile: async () => profileOf('acme'),
    loadMenus: vi.fn(async () => undefined as void),
    leaveTenant: vi.fn(async () => undefined as void),
    onLeft: vi.fn(),
  });

  it('leaves a tenant that has ended meanwhile, and says so', async () => {
    const parts = options();
    parts.loadMenus.mockRejectedValueOnce(failure('ACTING_ENDED'));
    expect(await enterSession(parts)).toMatchObject({ tenant: { tenantId: 'acme' } });
    expect(parts.leaveTenant).toHaveBeenCalledOnce();
    expect(parts.onLeft).toHaveBeenCalledOnce();
  });

  it('passes other failures on', async () => {
    const parts = options();
    parts.loadMenus.mockRejectedValue(failure('OTHER'));
    await expect(enterSession(parts)).rejects.toMatchObject({ code: 'OTHER' });
    expect(parts.leaveTenant).not.toHaveBeenCalled();
  });
});
