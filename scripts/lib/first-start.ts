import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

interface Kept {
  readonly password: string;
  /** Whether a host has come up with it. */
  readonly begun: boolean;
}

/**
 * Keeps the administrator's password until the samples are installed and deletes it then, so that
 * no password stays on disk.
 */
export class FirstStart {
  readonly #file: string;
  readonly #marker: string;

  constructor(data: string) {
    this.#file = join(data, 'first-start.json');
    this.#marker = join(data, 'platform.db');
  }

  /** The administrator's present or future password; undefined when it is no longer known here. */
  password(): string | undefined {
    const kept = this.#kept();
    if (kept?.begun) return kept.password;
    if (!kept && existsSync(this.#marker)) return undefined;
    // One that was kept may have been refused as too weak.
    const password = process.env['PLATFORM_ADMIN_PASSWORD'] ?? kept?.password ?? generatePassword();
    this.#keep({ password, begun: false });
    return password;
  }

  /** Whether {@link password} was made here, and nobody has chosen it. */
  get generated(): boolean {
    return process.env['PLATFORM_ADMIN_PASSWORD'] === undefined;
  }

  /** The host is up, so that the administrator has this password. */
  begun(): void {
    const kept = this.#kept();
    if (kept && !kept.begun) this.#keep({ ...kept, begun: true });
  }

  done(): void {
    rmSync(this.#file, { force: true });
  }

  #kept(): Kept | undefined {
    return existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Kept) : undefined;
  }

  #keep(kept: Kept): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(kept), { mode: 0o600 });
  }
}

function generatePassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
