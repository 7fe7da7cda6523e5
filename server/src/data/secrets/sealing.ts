import { serviceToken, type Logger } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { sealSecrets } from './seal-secrets.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * Encrypts secrets that were written by SQL, as by scripts of operators and applications, and logs
 * those that cannot be read.
 */
export const SEAL_SECRETS = serviceToken<SealSecrets>('sealing of secrets');

export type SealSecrets = (options?: { readonly erase?: boolean }) => Promise<void>;

export function sealingOf(database: SqlDatabase, box: SecretBox, logger: Logger): SealSecrets {
  return async ({ erase = false } = {}) => {
    const { written, unreadable } = await sealSecrets(database, box, { erase });
    if (written > 0) logger.info('Stored secrets were encrypted', { secrets: written });
    const [first] = unreadable;
    if (!first) return;
    logger.error('Stored secrets cannot be decrypted', {
      secrets: unreadable.length,
      first: first.message,
      fix: first.fix,
    });
  };
}
