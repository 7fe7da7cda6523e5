import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';

/** A driver that initialises itself at its first connection, and closes once. */
export class OnceDriver implements Driver {
  readonly #driver: Driver;
  #initialised: Promise<void> | undefined;
  #destroyed: Promise<void> | undefined;
  #isReady = false;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** A failed attempt is made again with the next connection. */
  init(): Promise<void> {
    this.#initialised ??= this.#driver.init().then(
      () => void (this.#isReady = true),
      (error: unknown) => {
        this.#initialised = undefined;
        throw error;
      },
    );
    return this.#initialised;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#destroyed) throw new Error('The database is closed.');
    if (!this.#isReady) await this.init();
    return this.#driver.acquireConnection();
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection, settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.commitTransaction(connection);
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection);
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driver.releaseConnection(connection);
  }

  async destroy(): Promise<void> {
    if (!this.#initialised) return;
    await this.#initialised.catch(() => undefined);
    this.#destroyed ??= this.#driver.destroy();
    await this.#destroyed;
  }
}
