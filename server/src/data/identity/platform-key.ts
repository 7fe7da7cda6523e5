import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { serviceToken } from '../../kernel/index.ts';

/** Length of a fingerprint: enough to distinguish keys, too little to guess one. */
const FINGERPRINT_LENGTH = 16;
const ENCRYPTION_KEY_BYTES = 32;

/**
 * The secret of this platform, which signs data that clients send back unchanged.
 *
 * Each purpose has a key of its own, so a code for one is invalid for another. (design 11.7,
 * 16-18)
 */
export class PlatformKey {
  readonly #secret: Buffer;
  readonly #keys = new Map<string, Buffer>();

  /** @param secret text that is hard to guess, at least 32 characters */
  constructor(secret: string) {
    this.#secret = hash('sha256', secret, 'buffer');
  }

  /** Identifies the key without revealing it. */
  get fingerprint(): string {
    return this.hmac('fingerprint', '').slice(0, FINGERPRINT_LENGTH);
  }

  /**
   * Signs a text.
   *
   * @param purpose fixed name of the use, such as `csrf`; derived keys are cached by it
   * @returns HMAC-SHA-256, base64url, 43 characters
   */
  hmac(purpose: string, text: string): string {
    return createHmac('sha256', this.#keyOf(purpose)).update(text).digest('base64url');
  }

  /** Whether `code` is the {@link hmac} of the text, compared in constant time. */
  matches(purpose: string, text: string, code: string): boolean {
    const expected = Buffer.from(this.hmac(purpose, text));
    const given = Buffer.from(code);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /**
   * Derives a key for encryption by HKDF-SHA-256.
   *
   * @param label fixed name of the use
   * @returns 32 bytes
   */
  encryptionKey(label: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', label, ENCRYPTION_KEY_BYTES));
  }

  #keyOf(purpose: string): Buffer {
    let key = this.#keys.get(purpose);
    if (!key) this.#keys.set(purpose, (key = createHmac('sha256', this.#secret).update(purpose).digest()));
    return key;
  }
}

export const PLATFORM_KEY = serviceToken<PlatformKey>('platform key');
