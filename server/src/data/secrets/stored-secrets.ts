import { serviceToken, type Logger, type PlatformError } from '../../kernel/index.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { sealSecrets } from './seal-secrets.ts';
import type { SecretBox } from './secret-box.ts';

/** The secrets in the database of this platform. */
export class StoredSecrets {
  readonly #database: SqlDatabase;
  readonly #box: SecretBox;
  readonly #logger: Logger;

  constructor(database: SqlDatabase, box: SecretBox, logger: Logger) {
    this.#database = database;
    this.#box = box;
    this.#logger = logger;
  }

  /**
   * Encrypts secrets that were written by SQL, as by scripts of operators and applications, and
   * logs those that cannot be read.
   *
   * @param options.erase also removes copies in unused parts of an embedded database
   */
  async seal(options: { readonly erase?: boolean } = {}): Promise<void> {
    const { written, unreadable } = await sealSecrets(this.#database, this.#box, options);
    if (written > 0) this.#logger.info('Stored secrets were encrypted', { secrets: written });
    const [first] = unreadable;
    if (!first) return;
    this.#logger.error('Stored secrets cannot be decrypted', {
      secrets: unreadable.length,
      first: first.message,
      fix: first.fix,
    });
  }

  /** Errors of the secrets that no key decrypts. Changes nothing. */
  async unreadable(): Promise<readonly PlatformError[]> {
    return (await sealSecrets(this.#database, this.#box, { renew: true, dryRun: true })).unreadable;
  }
}

export const STORED_SECRETS = serviceToken<StoredSecrets>('stored secrets');
