import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Semaphore, serviceToken } from '../../kernel/index.ts';

const derive = promisify(argon2);

/** Cost of one derivation with Argon2id. */
export interface PasswordCost {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The cost of new hashes in place of the recommended one; only tests provide it. */
export const PASSWORD_COST = serviceToken<PasswordCost>('password-cost');

/** The least that OWASP recommends for Argon2id. */
const RECOMMENDED: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Derivations at a time: each holds 19 MiB and a thread of the pool that file access shares. */
const CONCURRENCY = 2;

/** Argon2id in the PHC string format, which carries its own parameters. (design 2.2) */
export class PasswordHasher {
  readonly #turns = new Semaphore(CONCURRENCY);
  readonly #cost: PasswordCost;
  readonly #decoy: string;

  /** @param cost of new hashes, and of the work for an account that does not exist */
  constructor(cost = RECOMMENDED) {
    this.#cost = cost;
    this.#decoy = encode(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return encode(this.#cost, salt, await this.#derive(password, salt, this.#cost, KEY_BYTES));
  }

  /**
   * Does the same work whether or not there is a hash, so that the time of an answer does not tell
   * whether an account exists.
   */
  async verify(password: string, encoded: string | undefined): Promise<boolean> {
    const expected = decode(encoded ?? this.#decoy) ?? decode(this.#decoy);
    if (!expected) return false;
    const { salt, key, parameters } = expected;
    const derived = await this.#derive(password, salt, parameters, key.length);
    return timingSafeEqual(derived, key) && encoded !== undefined;
  }

  #derive(password: string, nonce: Buffer, parameters: PasswordCost, tagLength: number): Promise<Buffer> {
    const message = Buffer.from(password.normalize('NFKC'));
    return this.#turns.run(() => derive('argon2id', { message, nonce, tagLength, ...parameters }));
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function encode({ memory, passes, parallelism }: PasswordCost, salt: Buffer, key: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(key)}`;
}

function decode(encoded: string): { parameters: PasswordCost; salt: Buffer; key: Buffer } | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(encoded);
  if (!match) return undefined;
  const [, memory, passes, parallelism, salt = '', key = ''] = match;
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}
