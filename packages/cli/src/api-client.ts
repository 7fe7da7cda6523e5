import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

interface Answer<T> {
  readonly code: number;
  readonly data?: T;
  readonly rows?: T;
  readonly msg?: string;
  readonly error?: string;
  readonly fix?: string;
  readonly details?: unknown;
}

/** A refusal or failure that the host answered. */
export class ApiFailure extends Error {
  /** Stable code, listed in docs/errors.md. */
  readonly code: string;
  /** The host's message, without the path. */
  readonly reason: string;
  readonly fix: string | undefined;
  readonly details: unknown;

  constructor(path: string, body: Answer<unknown>) {
    super(`${path}: ${body.msg ?? 'failed'}`);
    this.code = body.error ?? 'UNKNOWN';
    this.reason = body.msg ?? 'failed';
    this.fix = body.fix;
    this.details = body.details;
  }
}

/** Raised when the address does not answer as a host. */
export class HostUnreachable extends Error {}

/** `totp`: a code; `enrol`: the account has to be given an authenticator first. */
export type NextStep = 'totp' | 'enrol';

interface LoginAnswer {
  readonly token?: string;
  readonly next?: NextStep;
  readonly ticket?: string;
}

/** A client of the host's HTTP API. */
export class ApiClient {
  readonly #base: string;
  #token: string | undefined;

  /** @param token of an earlier login */
  constructor(base: string, token?: string) {
    this.#base = base;
    this.#token = token;
  }

  /**
   * Logs in and keeps the token for later requests.
   *
   * @param codeFor asks for a code where the login has a second step; without it, such a login ends
   *   without a token
   */
  async login(
    username: string,
    password: string,
    tenantId?: string,
    codeFor?: (next: NextStep) => Promise<string>,
  ): Promise<string> {
    let answer = await this.post<LoginAnswer>('/auth/login', { username, password, tenantId });
    if (answer.next !== undefined && codeFor) {
      const code = await codeFor(answer.next);
      answer = await this.post<LoginAnswer>('/auth/login/totp', { ticket: answer.ticket, code });
    }
    const { token = '' } = answer;
    this.#token = token;
    return token;
  }

  get<T>(path: string): Promise<T> {
    return this.#call<T>('GET', path);
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.#call<T>('POST', path, body);
  }

  put<T>(path: string, body?: unknown): Promise<T> {
    return this.#call<T>('PUT', path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.#call<T>('DELETE', path);
  }

  async upload<T>(path: string, file: string): Promise<T> {
    const form = new FormData();
    form.append('file', await openAsBlob(file), basename(file));
    return this.#call<T>('POST', path, form);
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
    }).catch((error: unknown) => {
      throw new HostUnreachable(`${this.#base} does not answer.`, { cause: error });
    });
    const answer = (await response.json().catch((error: unknown) => {
      throw new HostUnreachable(`${this.#base} answers ${response.status}, but not as a host does.`, {
        cause: error,
      });
    })) as Answer<T>;
    if (answer.code !== 200) throw new ApiFailure(path, answer);
    return (answer.data ?? answer.rows) as T;
  }
}
