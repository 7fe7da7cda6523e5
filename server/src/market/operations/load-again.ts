import { PlatformError } from '../../kernel/index.ts';
import type { Placement } from '../disk/placement.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { Backends } from '../runtime/backends.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';
import type { SharedCode } from './shared-code.ts';

/** Dependencies of loading again. */
export interface LoadAgainParts {
  readonly registry: InstallRegistry;
  readonly placement: Placement;
  readonly backends: Backends;
  readonly events: RuntimeEvents;
  readonly sharedCode: SharedCode;
  /** Lets the other hosts load it again, too. */
  readonly tellOthers: (appCode: string) => void;
  /** @throws TASK_RUNNING (409) while an operation changes the application */
  readonly assertIdle: (appCode: string) => Promise<void>;
}

/** Ends the quarantine of an application on all hosts: it is loaded as placed. (design 10.3) */
export class LoadAgain {
  readonly #parts: LoadAgainParts;

  constructor(parts: LoadAgainParts) {
    this.#parts = parts;
  }

  /**
   * @throws INSTALL_NOT_FOUND (404), APP_NOT_QUARANTINED (409), TENANT_UPGRADE_FORBIDDEN (403), and
   *   the error of the load
   */
  async run(
    tenantId: string,
    appCode: string,
  ): Promise<{ readonly state: 'loaded'; readonly version: string }> {
    const { assertIdle, backends, events, placement, registry, sharedCode, tellOthers } = this.#parts;
    if (registry.state(tenantId, appCode) === 'none') {
      throw new PlatformError({
        code: 'INSTALL_NOT_FOUND',
        status: 404,
        message: `Application ${appCode} is not installed.`,
      });
    }
    const placed = await placement.placed(appCode);
    if (!placed?.jar || !backends.quarantined(appCode)) throw notQuarantined(appCode);
    sharedCode.assertMayLoad(appCode, tenantId);
    await assertIdle(appCode);
    const { version } = await backends.loadAgain(appCode, placed.jar);
    tellOthers(appCode);
    events.emit(registry.tenants(appCode), { type: 'enabled', appCode, version });
    return { state: 'loaded', version };
  }
}

const notQuarantined = (appCode: string): PlatformError =>
  new PlatformError({
    code: 'APP_NOT_QUARANTINED',
    status: 409,
    message: `Application ${appCode} is not in quarantine.`,
    fix: 'Reload the page. If its backend is not loaded, deploy or upgrade the application.',
  });
