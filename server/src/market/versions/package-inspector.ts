import {
  bySeverity,
  inspectPackage,
  platformFindings,
  signatureFindings,
  verifySignature,
  type AppManifest,
  type Finding,
  type Inspection,
  type SecurityMode,
  type TrustedKey,
} from '@platform/package-format';
import { PlatformError, type PlatformConfig } from '../../kernel/index.ts';
import { Semaphore } from '../../system/index.ts';
import { loadTrustedKeys } from './trusted-keys.ts';
import type { PackageContent } from './package-content.ts';
import { checkPackageStatements, type StatementHost } from './statements/check-package-statements.ts';

/** An inspection that found nothing to refuse. */
export interface AcceptedPackage extends Inspection {
  readonly manifest: AppManifest;
  readonly manifestJson: string;
}

/** What the host has itself, so that no package may bring it. */
export interface HostOwn {
  /** Names that no application may take; asked each time, for modules add routes after this one. */
  readonly reservedNames: () => readonly string[];
  /** Names of the libraries that applications get from the host. */
  readonly providedPackages: readonly string[];
  /** What statements are judged by; without it, they are left to the load. */
  readonly statements?: StatementHost;
  /** Version of the platform; without it, ranges are left to the installation. */
  readonly platformVersion?: string;
}

export interface InspectionOptions {
  /** Name under which the package was uploaded. */
  readonly fileName?: string;
  readonly expectedCode?: string;
  /** Names that the host has reserved since are left to an application that is installed. (design 16-22) */
  readonly isInstalled?: boolean;
}

/** Each takes a thread and some megabytes: twenty at once would keep all other requests waiting. */
const AT_ONCE = 2;

/** Looks at packages with the trust that this host is configured with. (spec: Authentication 6, 7; design 4.3) */
export class PackageInspector {
  readonly mode: SecurityMode;
  readonly #trusted: TrustedKey[];
  readonly #revoked: string[];
  readonly #own: HostOwn;
  readonly #turns = new Semaphore(AT_ONCE);

  constructor(config: PlatformConfig['app-market']['security'], own: HostOwn) {
    this.#own = own;
    this.mode = config.mode;
    this.#trusted = loadTrustedKeys(config);
    this.#revoked = [...config['revoked-keys']];
  }

  /** The state of a package's signature, whatever the mode is. (spec: Endpoints 10) */
  async signatureOf(file: string): Promise<Inspection['signature']> {
    const options = { mode: 'warn', trustedKeys: this.#trusted, revokedKeys: this.#revoked } as const;
    const { signature } = await this.#turns.run(() => inspectPackage(file, options));
    return signature;
  }

  /** What is in a package that nobody vouches for yet: its content as it lies there, signatures not looked at. */
  read(file: string): Promise<Inspection> {
    return this.#turns.run(() => inspectPackage(file, { mode: 'off', trustedKeys: [] }));
  }

  /**
   * What {@link inspect} would find of the signature of a package whose content is known.
   *
   * @throws PACKAGE_UNSIGNED, PACKAGE_SIGNATURE_INVALID, PACKAGE_SIGNATURE_UNVERIFIABLE (400)
   */
  judge({ files, signature }: PackageContent, manifest: AppManifest): Finding[] {
    const verdict = verifySignature({
      signature: signature === null ? undefined : Buffer.from(signature),
      files: files.map(({ name, size, sha256 }) => ({ path: name, size, sha256 })),
      manifest,
      trustedKeys: this.#trusted,
      revokedKeys: this.#revoked,
    });
    const findings = signatureFindings(verdict, this.mode);
    if (findings.some(({ severity }) => severity === 'error')) throw refused(findings);
    return findings;
  }

  /**
   * @throws the first error's own code (400) with every finding in `details`; PACKAGE_TOO_LARGE and its like are 413
   */
  async inspect(
    file: string,
    { isInstalled = false, ...options }: InspectionOptions = {},
  ): Promise<AcceptedPackage> {
    const inspection = await this.#turns.run(() =>
      inspectPackage(file, {
        ...options,
        mode: this.mode,
        trustedKeys: this.#trusted,
        revokedKeys: this.#revoked,
        reservedNames: isInstalled ? [] : this.#own.reservedNames(),
        providedPackages: this.#own.providedPackages,
      }),
    );
    const { manifest, manifestJson } = inspection;
    if (!inspection.ok || !manifest || manifestJson === undefined) throw refused(inspection.findings);
    const found = await this.#statementsOf(file, manifest);
    const { platformVersion } = this.#own;
    // A publisher keeps packages for hosts of other versions.
    const range = platformVersion === undefined ? [] : platformFindings(manifest, platformVersion, 'warning');
    const findings = bySeverity([...inspection.findings, ...range, ...found]);
    if (found.some(({ severity }) => severity === 'error')) throw refused(findings);
    return { ...inspection, findings, manifest, manifestJson };
  }

  async #statementsOf(file: string, manifest: AppManifest): Promise<Finding[]> {
    const { statements } = this.#own;
    return statements ? this.#turns.run(() => checkPackageStatements(file, manifest, statements)) : [];
  }
}

function refused(all: readonly Finding[]): PlatformError {
  const findings = bySeverity(all);
  const errors = findings.filter((finding) => finding.severity === 'error');
  const [first] = errors;
  const rest = errors.length > 1 ? ` (${errors.length - 1} more in details)` : '';
  return new PlatformError({
    code: first?.code ?? 'PACKAGE_REFUSED',
    status: first?.code === 'PACKAGE_TOO_LARGE' ? 413 : 400,
    message: `The package is refused: ${first?.message ?? 'it cannot be read'}${rest}`,
    fix: first?.fix ?? 'Build the package again with the packager.',
    details: findings,
  });
}
