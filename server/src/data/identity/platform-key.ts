import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { serviceToken } from '../../kernel/index.ts';

/** Characters of a fingerprint; enough to tell keys apart, and nothing that helps to find one. */
const FINGERPRINT_LENGTH = 16;

/**
 * The secret that only this platform has: what it signs comes back unchanged or not at all. Each purpose has a key of its
 * own, so that a code made for one is none for another. (design 11.7, 16-18)
 */
export class PlatformKey {
  readonly #secret: Buffer;
  readonly #keys = new Map<string, Buffer>();

  /** @param secret text that is hard to guess, 32 characters at least */
  constructor(secret: string) {
    this.#secret = hash('sha256', secret, 'buffer');
  }

  /** Tells keys apart without giving them away. */
  get fingerprint(): string {
    return this.hmac('fingerprint', '').slice(0, FINGERPRINT_LENGTH);
  }

  /**
   * Signs a text.
   *
   * @param purpose a fixed name of what the code is for, such as `csrf`; keys are kept by it
   * @returns HMAC-SHA-256, base64url, 43 characters
   */
  hmac(purpose: string, text: string): string {
    return createHmac('sha256', this.#keyOf(purpose)).update(text).digest('base64url');
  }

  /** Whether `code` is the text's {@link hmac}; takes as long for a code that is nearly right as for any other. */
  matches(purpose: string, text: string, code: string): boolean {
    const expected = Buffer.from(this.hmac(purpose, text));
    const given = Buffer.from(code);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #keyOf(purpose: string): Buffer {
    let key = this.#keys.get(purpose);
    if (!key) this.#keys.set(purpose, (key = createHmac('sha256', this.#secret).update(purpose).digest()));
    return key;
  }
}

export const PLATFORM_KEY = serviceToken<PlatformKey>('platform key');
