import {
  DEFAULT_TENANT,
  forPlatformTenant,
  PlatformError,
  type SessionUser,
  type TenantDirectory,
} from '../../kernel/index.ts';
import { conflict, notFound } from '../shared/failures.ts';
import { ALL_PERMISSIONS, assertHolds } from '../shared/authority.ts';
import type { FreshProof } from './fresh-proof.ts';
import type { Look } from './session-store.ts';
import type { Sessions } from './sessions.ts';

interface ActingParts {
  readonly sessions: Sessions;
  readonly proof: FreshProof;
  readonly tenants: TenantDirectory;
}

/** Lets administrators of the platform look into a tenant with their session. (design 12.1-4) */
export class ActingTenants {
  readonly #parts: ActingParts;

  constructor(parts: ActingParts) {
    this.#parts = parts;
  }

  /**
   * The session works in a tenant from the next request on, and changes nothing there.
   *
   * @throws PLATFORM_TENANT_ONLY, PRIVILEGE_EXCEEDED, ACTING_NEEDS_SESSION (403), RECORD_NOT_FOUND
   * (404) for a tenant that is not there, disabled or expired, ACTING_OWN_TENANT (409)
   */
  async enter(user: SessionUser, tenantId: string): Promise<void> {
    await forPlatformTenant({ user }, async () => {
      // Everything that the tenant has is shown, which no narrower role covers.
      assertHolds(user, [ALL_PERMISSIONS]);
      if (tenantId === DEFAULT_TENANT) {
        throw conflict('ACTING_OWN_TENANT', 'This is your own tenant.', 'Choose another tenant.');
      }
      if (!(await this.#parts.tenants.exists(tenantId))) throw notFound('tenant');
      await this.#look(user, { tenantId, mayWrite: false });
    });
  }

  /**
   * Switches changes in the tenant on, which needs a fresh proof, or off.
   *
   * @throws PROOF_NEEDED (403), ACTING_MISSING, ACTING_ENDED (409)
   */
  async allowChanges(user: SessionUser, mayWrite: boolean): Promise<void> {
    const { acting } = user;
    if (!acting) {
      throw conflict('ACTING_MISSING', 'You look into no tenant.', 'Begin with POST /auth/acting.');
    }
    if (acting.isOver) {
      throw conflict('ACTING_ENDED', 'The tenant cannot be looked into any more.', 'Leave it.');
    }
    if (mayWrite) this.#parts.proof.require();
    await this.#look(user, { tenantId: acting.tenantId, mayWrite });
  }

  /** The session works in its own tenant again. */
  async leave(user: SessionUser): Promise<void> {
    if (user.acting) await this.#look(user, { tenantId: null, mayWrite: false });
  }

  async #look({ sessionId }: SessionUser, what: Look): Promise<void> {
    if (await this.#parts.sessions.look(sessionId, what)) return;
    throw new PlatformError({
      code: 'ACTING_NEEDS_SESSION',
      status: 403,
      message: 'A token for scripts cannot look into a tenant.',
      fix: 'Log in, or use a token of the tenant itself.',
    });
  }
}
