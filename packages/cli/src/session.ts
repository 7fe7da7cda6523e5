import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

interface Stored {
  /** Address of the last login. */
  readonly last?: string | undefined;
  readonly tokens: Readonly<Record<string, string>>;
}

/** The sessions that `login` wrote, one for each address; readable by their owner only. */
export class SessionFile {
  readonly #file: string;

  /** @param env `PLATFORM_HOME` names the directory; default `~/.platform` */
  constructor(env: Environment) {
    this.#file = join(env['PLATFORM_HOME'] ?? join(homedir(), '.platform'), 'session.json');
  }

  /** Address of the last login. */
  get last(): string | undefined {
    return this.#read().last;
  }

  tokenFor(url: string): string | undefined {
    return this.#read().tokens[url];
  }

  keep({ url, token }: Session): void {
    this.#write({ last: url, tokens: { ...this.#read().tokens, [url]: token } });
  }

  forget(url: string): void {
    const { last, tokens } = this.#read();
    const { [url]: _forgotten, ...others } = tokens;
    this.#write({ last: last === url ? undefined : last, tokens: others });
  }

  #read(): Stored {
    try {
      const { last, tokens, url, token } = JSON.parse(readFileSync(this.#file, 'utf8')) as Partial<
        Stored & Session
      >;
      // Former versions kept the session of the last login alone.
      if (url !== undefined && token !== undefined) return { last: url, tokens: { [url]: token } };
      return { last, tokens: tokens ?? {} };
    } catch {
      return { tokens: {} };
    }
  }

  #write(stored: Stored): void {
    mkdirSync(join(this.#file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(this.#file, JSON.stringify(stored), { mode: 0o600 });
  }
}

/** The address: the option, `PLATFORM_URL`, that of the last login, or a host on this machine. */
export function addressOf(option: string | undefined, env: Environment): string {
  const url = option ?? env['PLATFORM_URL'] ?? new SessionFile(env).last ?? 'http://localhost:8080';
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new CliError(
      'ADDRESS_INVALID',
      `"${url}" is not the address of a host.`,
      'Write --url http://localhost:8080.',
      EXIT.usage,
    );
  }
  return url.replace(/\/+$/, '');
}

/**
 * A client with the token of the last login at the address.
 *
 * @throws CliError (exit 3) without a token
 */
export function connect(option: string | undefined, env: Environment): ApiClient {
  const url = addressOf(option, env);
  const token = env['PLATFORM_TOKEN'] ?? new SessionFile(env).tokenFor(url);
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
