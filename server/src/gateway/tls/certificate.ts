import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { codeOf, PlatformError, reasonOf, type PlatformConfig } from '../../kernel/index.ts';

const DAY_MS = 86_400_000;
/** Days before the end from which on a certificate is soon to be renewed. */
const SOON_DAYS = 14;

/** A certificate as the two ports use it; one that is only watched has no options. */
export interface Certificate {
  readonly options: SecureContextOptions;
  /** For people: the names that it is for, or its subject. */
  readonly names: string;
  /** Milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
}

/** Whether the host itself ends HTTPS. */
export const endsHttps = ({ server }: Pick<PlatformConfig, 'server'>): boolean =>
  server.tls.cert !== '' || server.tls.key !== '';

/** Whether a web server before the host ends HTTPS, with a certificate that the host watches. */
export const watchesCertificate = (config: Pick<PlatformConfig, 'server'>): boolean =>
  !endsHttps(config) && config.server.tls['watched-cert'] !== '';

/** How a certificate is renewed, for people. */
export const renewalOf = (config: Pick<PlatformConfig, 'server'>): string =>
  endsHttps(config)
    ? 'Replace the files of server.tls.cert and server.tls.key; the host takes them over by itself.'
    : 'Renew the certificate of the web server in server.tls.watched-cert, and let the web server read it again.';

/** The files of the certificate by their configuration keys, as absolute paths. */
export function tlsFilesOf(config: PlatformConfig): ReadonlyMap<string, string> {
  const { tls } = config.server;
  const names = endsHttps(config) ? (['cert', 'key', 'ca'] as const) : (['watched-cert'] as const);
  const given = names.filter((name) => tls[name] !== '');
  return new Map(
    given.map((name) => [`server.tls.${name}`, resolve(config.platform['data-dir'], tls[name])]),
  );
}

/**
 * Reads certificate and key, and makes sure that they belong together.
 *
 * @throws CONFIG_INVALID where one of the two is missing in the configuration
 * @throws TLS_FILE_UNREADABLE, TLS_CERTIFICATE_INVALID with configuration key and file
 */
export function readCertificate(config: PlatformConfig): Certificate {
  const { tls } = config.server;
  const files = tlsFilesOf(config);
  for (const name of ['server.tls.cert', 'server.tls.key']) if (!files.has(name)) throw incomplete(name);
  const texts = new Map([...files].map(([name, file]) => [name, readText(name, file)]));
  const places = { cert: placeOf(files, 'server.tls.cert'), key: placeOf(files, 'server.tls.key') };
  const chain = [texts.get('server.tls.cert') ?? '', texts.get('server.tls.ca') ?? ''];
  const certificate = certificatesIn(chain[0] ?? '', places.cert);
  if (files.has('server.tls.ca')) certificatesIn(chain[1] ?? '', placeOf(files, 'server.tls.ca'));
  const key = keyIn(texts.get('server.tls.key') ?? '', tls.passphrase, places.key);
  if (!certificate.checkPrivateKey(key)) {
    throw invalid(
      `${places.key} does not belong to the certificate in ${places.cert}.`,
      'Use the private key that the certificate was issued for. The host’s own certificate comes first in its file.',
    );
  }
  const options: SecureContextOptions = {
    cert: chain.filter((text) => text !== '').join('\n'),
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    minVersion: tls['min-version'],
  };
  assertUsable(options, places.cert);
  return { options, ...datesOf(certificate) };
}

/**
 * Reads the certificate of a web server before the host, without its key.
 *
 * @throws TLS_FILE_UNREADABLE, TLS_CERTIFICATE_INVALID with configuration key and file
 */
export function readWatchedCertificate(config: PlatformConfig): Certificate {
  const name = 'server.tls.watched-cert';
  const files = tlsFilesOf(config);
  const certificate = certificatesIn(readText(name, files.get(name) ?? ''), placeOf(files, name));
  return { options: {}, ...datesOf(certificate) };
}

/** Whole days until a certificate ends; negative after its end. */
export const daysLeft = ({ validTo }: Pick<Certificate, 'validTo'>, now: number): number =>
  Math.floor((validTo - now) / DAY_MS);

export type CertificateState = 'ok' | 'soon' | 'expired' | 'early';

export function stateOfCertificate(certificate: Certificate, now: number): CertificateState {
  if (now < certificate.validFrom) return 'early';
  if (now >= certificate.validTo) return 'expired';
  return daysLeft(certificate, now) < SOON_DAYS ? 'soon' : 'ok';
}

const datesOf = (certificate: X509Certificate): Omit<Certificate, 'options'> => ({
  names: namesOf(certificate),
  validFrom: Date.parse(certificate.validFrom),
  validTo: Date.parse(certificate.validTo),
});

const placeOf = (files: ReadonlyMap<string, string>, name: string): string =>
  `${files.get(name) ?? ''} (${name})`;

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlatformError({
      code: 'TLS_FILE_UNREADABLE',
      message: `${file} (${name}) cannot be read: ${codeOf(error) ?? reasonOf(error)}.`,
      fix: 'Correct the path, which is relative to the data directory, or let the user of the host read the file.',
      cause: error,
    });
  }
}

/** @returns the first certificate of a file, all of which can be read */
function certificatesIn(text: string, place: string): X509Certificate {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  try {
    const [first] = blocks.map((block) => new X509Certificate(block));
    if (first) return first;
  } catch (error) {
    throw invalid(`${place} has a certificate that cannot be read: ${reasonOf(error)}.`, PEM, error);
  }
  throw invalid(`${place} has no certificate.`, PEM);
}

const PEM = 'Use PEM: text between -----BEGIN CERTIFICATE----- and -----END CERTIFICATE-----.';

function keyIn(text: string, passphrase: string, place: string) {
  const encrypted = /ENCRYPTED/.test(text);
  if (encrypted && passphrase === '') {
    throw invalid(`${place} is encrypted.`, 'Set server.tls.passphrase, or use a key without one.');
  }
  try {
    return createPrivateKey({ key: text, ...(encrypted ? { passphrase } : {}) });
  } catch (error) {
    throw encrypted
      ? invalid(`server.tls.passphrase does not open ${place}.`, 'Correct the passphrase.', error)
      : invalid(`${place} has no private key that can be read.`, 'Use a key in PEM.', error);
  }
}

/** Errors of OpenSSL, such as a key that is too short. */
function assertUsable(options: SecureContextOptions, place: string): void {
  try {
    createSecureContext(options);
  } catch (error) {
    throw invalid(`${place} cannot be used: ${reasonOf(error)}.`, 'Request another certificate.', error);
  }
}

const namesOf = ({ subjectAltName, subject }: X509Certificate): string =>
  subjectAltName?.replaceAll(/\b(?:DNS|IP Address):/g, '') ?? subject.replaceAll('\n', ', ');

function incomplete(name: string): PlatformError {
  return new PlatformError({
    code: 'CONFIG_INVALID',
    message: `${name} is missing: HTTPS needs server.tls.cert and server.tls.key.`,
    fix: 'Set both, or neither where a proxy ends HTTPS.',
  });
}

function invalid(message: string, fix: string, cause?: unknown): PlatformError {
  return new PlatformError({ code: 'TLS_CERTIFICATE_INVALID', message, fix, cause });
}
