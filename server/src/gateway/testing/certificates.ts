import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface MadeCertificate {
  /** Default: 90. */
  readonly days?: number;
  /** Default: localhost, 127.0.0.1. */
  readonly name?: string;
  /** Bits of a key of RSA. Default: a key of an elliptic curve. */
  readonly rsaBits?: number;
  /** Encrypts the key. */
  readonly passphrase?: string;
}

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/**
 * Writes a self-signed certificate with its key, by openssl.
 *
 * @param stem of the files in the folder: `<stem>.crt`, `<stem>.key`
 */
export function makeCertificate(
  folder: string,
  stem: string,
  { days = 90, name = 'localhost', rsaBits, passphrase }: MadeCertificate = {},
): CertificateFiles {
  const files = { cert: join(folder, `${stem}.crt`), key: join(folder, `${stem}.key`) };
  const lock = passphrase === undefined ? ['-nodes'] : ['-passout', `pass:${passphrase}`];
  const kind =
    rsaBits === undefined ? ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] : [`rsa:${rsaBits}`];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', ...kind, ...lock],
      ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`],
      ...['-days', String(days)],
      ...['-keyout', files.key, '-out', files.cert],
    ],
    { stdio: 'ignore' },
  );
  return files;
}
