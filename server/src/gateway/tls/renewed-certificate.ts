import { statSync } from 'node:fs';
import type { Server } from 'node:https';
import { reasonOf, serviceToken, type Clock, type Logger, type PlatformConfig } from '../../kernel/index.ts';
import { daysLeft, renewalOf, stateOfCertificate, tlsFilesOf, type Certificate } from './certificate.ts';

interface RenewedCertificateParts {
  readonly config: PlatformConfig;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly read: (config: PlatformConfig) => Certificate;
}

/**
 * The certificate of both ports, or of a web server before them. When its files change, new
 * connections get the new one without a restart; one that is broken is logged, and the former
 * stays. (design 11.7)
 */
export class RenewedCertificate {
  readonly #parts: RenewedCertificateParts;
  readonly #servers = new Set<Server>();
  #current: Certificate;
  /** State of the files that were read last, and at the last look. */
  #used: string;
  #seen: string;
  #warnedDays: number | undefined;

  /** @throws CONFIG_INVALID, TLS_FILE_UNREADABLE, TLS_CERTIFICATE_INVALID */
  constructor(parts: RenewedCertificateParts) {
    this.#parts = parts;
    // Before they are read: a change in between is seen at the first look.
    this.#used = this.#seen = stateOf(parts.config);
    this.#current = parts.read(parts.config);
    this.#warn();
  }

  get current(): Certificate {
    return this.#current;
  }

  /** Seconds until the certificate in use ends; negative after its end. */
  secondsLeft(): number {
    return Math.floor((this.#current.validTo - this.#parts.clock.now()) / 1000);
  }

  /** Keeps a server's certificate up to date until it closes. */
  renew(server: Server): void {
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
  }

  /**
   * Looks at the files. Those that have changed since the look before the last one are read: two
   * files of a renewal are written one after the other.
   */
  look(): void {
    this.#warn();
    const state = stateOf(this.#parts.config);
    const settled = state === this.#seen;
    this.#seen = state;
    if (!settled || state === this.#used) return;
    this.#used = state;
    try {
      this.#use(this.#parts.read(this.#parts.config));
    } catch (error) {
      this.#parts.logger.error('The new certificate cannot be used; the former one stays in use', {
        reason: reasonOf(error),
        daysLeft: this.#daysLeft(),
      });
    }
  }

  #use(certificate: Certificate): void {
    this.#current = certificate;
    for (const server of this.#servers) server.setSecureContext(certificate.options);
    const { names, validTo } = certificate;
    const until = new Date(validTo).toISOString();
    this.#parts.logger.info('A new certificate is in use', { names, until });
    this.#warnedDays = undefined;
    this.#warn();
  }

  /** Warns once a day of a certificate that has ended, or soon will. */
  #warn(): void {
    const state = stateOfCertificate(this.#current, this.#parts.clock.now());
    const left = this.#daysLeft();
    if (state === 'ok' || left === this.#warnedDays) return;
    this.#warnedDays = left;
    const { names, validTo } = this.#current;
    this.#parts.logger.warn(WARNINGS[state], {
      names,
      until: new Date(validTo).toISOString(),
      daysLeft: left,
      fix: renewalOf(this.#parts.config),
    });
  }

  #daysLeft(): number {
    return daysLeft(this.#current, this.#parts.clock.now());
  }
}

/** Changes with the files; those of Kubernetes are links, which come to lead elsewhere. */
function stateOf(config: PlatformConfig): string {
  return [...tlsFilesOf(config).values()]
    .map((file) => {
      try {
        const { ino, size, mtimeMs } = statSync(file);
        return `${ino}:${size}:${mtimeMs}`;
      } catch {
        return 'missing';
      }
    })
    .join(' ');
}

const WARNINGS = {
  soon: 'The certificate ends soon',
  expired: 'The certificate has ended: browsers refuse it',
  early: 'The certificate is not valid yet: browsers refuse it',
} as const;

/** Absent where the host neither ends HTTPS nor watches the certificate of a web server. */
export const CERTIFICATE = serviceToken<RenewedCertificate>('certificate');
