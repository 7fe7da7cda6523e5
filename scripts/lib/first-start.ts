import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * What a first start must remember until the samples are in: the administrator's password. Gone once they are, so that
 * nothing with a password stays behind.
 */
export class FirstStart {
  readonly #file: string;
  readonly #marker: string;

  constructor(data: string) {
    this.#file = join(data, 'first-start.json');
    this.#marker = join(data, 'platform.db');
  }

  /** The password that the administrator has or will get; undefined when it is no longer known here. */
  password(): string | undefined {
    if (existsSync(this.#file))
      return (JSON.parse(readFileSync(this.#file, 'utf8')) as { password: string }).password;
    if (existsSync(this.#marker)) return undefined;
    const password = process.env['PLATFORM_ADMIN_PASSWORD'] ?? generatePassword();
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ password }), { mode: 0o600 });
    return password;
  }

  done(): void {
    rmSync(this.#file, { force: true });
  }
}

function generatePassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Writes the trusted key where the host of this data directory reads it. */
export function trustKey(data: string, publicKeyFile: string): string {
  const directory = join(data, 'config');
  mkdirSync(directory, { recursive: true });
  const config = { 'app-market': { security: { 'public-key': [readFileSync(publicKeyFile, 'utf8')] } } };
  writeFileSync(join(directory, 'application.yml'), stringify(config));
  return directory;
}
