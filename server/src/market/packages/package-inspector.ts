import type { PackageContent } from '@platform/host-api';
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
import { PlatformError, Semaphore, type PlatformConfig } from '../../kernel/index.ts';
import { loadTrustedKeys } from './trusted-keys.ts';
import { checkDialect } from './statements/check-dialect.ts';
import { checkPackageStatements, type StatementHost } from './statements/check-package-statements.ts';

/** An inspection without errors. */
export interface AcceptedPackage extends Inspection {
  readonly manifest: AppManifest;
  readonly manifestJson: string;
}

export interface JudgedSignature {
  readonly signature: Inspection['signature'];
  readonly findings: readonly Finding[];
}

/** Names and libraries of the host that a package must not use or bring. */
export interface HostOwn {
  /** Names that applications must not take; read each time, because later modules add routes. */
  readonly reservedNames: () => readonly string[];
  /** Libraries that the host provides to applications. */
  readonly providedPackages: readonly string[];
  /** Checks SQL statements; without it, only the load does. */
  readonly statements?: StatementHost;
  /** Checks platform ranges; without it, only the installation does. */
  readonly platformVersion?: string;
}

export interface InspectionOptions {
  /** Name of the uploaded file. */
  readonly fileName?: string;
  readonly expectedCode?: string;
  /** An installed application keeps a name that was reserved later. (design 16-22) */
  readonly isInstalled?: boolean;
}

/** Each inspection takes a thread and some megabytes: twenty at once would delay all requests. */
const MAX_CONCURRENT = 2;

/** Inspects packages with the configured keys and mode. (spec: Authentication 6, 7; design 4.3) */
export class PackageInspector {
  readonly mode: SecurityMode;
  readonly #trusted: TrustedKey[];
  readonly #revoked: string[];
  readonly #own: HostOwn;
  readonly #semaphore = new Semaphore(MAX_CONCURRENT);

  constructor(config: PlatformConfig['app-market']['security'], own: HostOwn) {
    this.#own = own;
    this.mode = config.mode;
    this.#trusted = loadTrustedKeys(config);
    this.#revoked = [...config['revoked-keys']];
  }

  /** Verifies a package's signature in any security mode. (spec: Endpoints 10) */
  async signatureOf(file: string): Promise<Inspection['signature']> {
    const options = { mode: 'warn', trustedKeys: this.#trusted, revokedKeys: this.#revoked } as const;
    const { signature } = await this.#semaphore.run(() => inspectPackage(file, options));
    return signature;
  }

  /** Reads a package without verifying its signature. */
  read(file: string): Promise<Inspection> {
    return this.#semaphore.run(() => inspectPackage(file, { mode: 'off', trustedKeys: [] }));
  }

  /**
   * Judges the signature as {@link inspect} does, from recorded content instead of the package.
   *
   * @throws PACKAGE_UNSIGNED, PACKAGE_SIGNATURE_INVALID, PACKAGE_SIGNATURE_UNVERIFIABLE (400)
   */
  judge({ files, signature }: PackageContent, manifest: AppManifest): JudgedSignature {
    const verdict = verifySignature({
      signature: signature === null ? undefined : Buffer.from(signature),
      files: files.map(({ name, size, sha256 }) => ({ path: name, size, sha256 })),
      manifest,
      trustedKeys: this.#trusted,
      revokedKeys: this.#revoked,
    });
    const findings = signatureFindings(verdict, this.mode);
    if (findings.some(({ severity }) => severity === 'error')) throw refused(findings);
    return { signature: verdict, findings };
  }

  /**
   * Inspects a package completely.
   *
   * @throws the code of the first error (400, or 413 for size), with all findings in `details`
   */
  async inspect(
    file: string,
    { isInstalled = false, ...options }: InspectionOptions = {},
  ): Promise<AcceptedPackage> {
    const inspection = await this.#semaphore.run(() =>
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
    // A warning only: a publisher also offers packages for hosts of other versions.
    const range = platformVersion === undefined ? [] : platformFindings(manifest, platformVersion, 'warning');
    const findings = bySeverity([...inspection.findings, ...range, ...found]);
    if (found.some(({ severity }) => severity === 'error')) throw refused(findings);
    return { ...inspection, findings, manifest, manifestJson };
  }

  async #statementsOf(file: string, manifest: AppManifest): Promise<Finding[]> {
    const { statements } = this.#own;
    if (!statements) return [];
    return this.#semaphore.run(async () => [
      ...(await checkDialect(file, statements.dialect)),
      ...(await checkPackageStatements(file, manifest, statements)),
    ]);
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
    message: `The package was refused: ${first?.message ?? 'it cannot be read'}${rest}`,
    fix: first?.fix ?? 'Build the package again with the packager.',
    details: findings,
  });
}
