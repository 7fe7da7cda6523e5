import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from './api-client.ts';
import { CliError, EXIT } from './errors.ts';

/** Address and token of a host. */
export interface Session {
  readonly url: string;
  readonly token: string;
}

/** Environment of the command line; tests pass their own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The session that `login` wrote, readable by its owner only. */
export class SessionFile {
  readonly #file: string;

  /** @param env `PLATFORM_HOME` names the directory; default `~/.platform` */
  constructor(env: Environment) {
    this.#file = join(env['PLATFORM_HOME'] ?? join(homedir(), '.platform'), 'session.json');
  }

  read(): Partial<Session> {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Session;
    } catch {
      return {};
    }
  }

  write(session: Session): void {
    mkdirSync(join(this.#file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(this.#file, JSON.stringify(session), { mode: 0o600 });
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

/** The address: the option, `PLATFORM_URL`, that of the last login, or a host on this machine. */
export function addressOf(option: string | undefined, env: Environment): string {
  const url = option ?? env['PLATFORM_URL'] ?? new SessionFile(env).read().url ?? 'http://localhost:8080';
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new CliError(
      'ADDRESS_INVALID',
      `"${url}" is no address of a host.`,
      'Write --url http://localhost:8080.',
      EXIT.usage,
    );
  }
  return url.replace(/\/+$/, '');
}

/**
 * A client with the token of the last login, which is sent only to the address that issued it.
 *
 * @throws CliError (exit 3) without a token
 */
export function connect(option: string | undefined, env: Environment): ApiClient {
  const url = addressOf(option, env);
  const stored = new SessionFile(env).read();
  const token = env['PLATFORM_TOKEN'] ?? (stored.url === url ? stored.token : undefined);
  if (token === undefined) {
    throw new CliError(
      'NOT_LOGGED_IN',
      `Nobody is logged in at ${url}.`,
      'Run npx platform login, or set PLATFORM_TOKEN.',
      EXIT.notAllowed,
    );
  }
  return new ApiClient(url, token);
}
