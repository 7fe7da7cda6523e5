import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CliError, EXIT } from './errors.ts';

/**
 * Trusts further authorities for the rest of this process, beside those that Node trusts: a host
 * may have a certificate of a private authority.
 *
 * @param file certificates in PEM
 * @throws CliError AUTHORITY_UNREADABLE (exit 2)
 */
export function trustAuthorities(file: string): void {
  try {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
  } catch (error) {
    throw new CliError(
      'AUTHORITY_UNREADABLE',
      `${file} cannot be used as certificates of an authority: ${(error as Error).message}`,
      'Give a file with certificates in PEM to --ca or PLATFORM_CA.',
      EXIT.usage,
    );
  }
}
