import type { AppManifest } from '@platform/package-format';
import type { EnabledApplications } from './enabled-applications.ts';
import { assertPlatform, assertRequirements } from './requirements.ts';
import { assertFrontend, type ShellModules } from './shell-modules.ts';

/** Decides whether this host can run a version. */
export class Compatibility {
  readonly platformVersion: string;
  /** Modules that the shell shares; undefined when this host serves no shell. */
  readonly shell: ShellModules | undefined;
  readonly #enabled: Pick<EnabledApplications, 'versions'>;

  constructor(
    platformVersion: string,
    shell: ShellModules | undefined,
    enabled: Pick<EnabledApplications, 'versions'>,
  ) {
    this.platformVersion = platformVersion;
    this.shell = shell;
    this.#enabled = enabled;
  }

  /** Checks platform and shell. @throws PLATFORM_INCOMPATIBLE, FRONTEND_INCOMPATIBLE (409) */
  assertRunsHere(manifest: AppManifest): void {
    assertPlatform(manifest, this.platformVersion);
    assertFrontend(manifest, this.shell);
  }

  /**
   * Checks platform, the tenant's enabled applications, and shell.
   *
   * @throws PLATFORM_INCOMPATIBLE, DEPENDENCY_MISSING, FRONTEND_INCOMPATIBLE (409)
   */
  assertRunsFor(tenantId: string, manifest: AppManifest): void {
    assertRequirements(manifest, this.platformVersion, this.#enabled.versions(tenantId));
    assertFrontend(manifest, this.shell);
  }
}
