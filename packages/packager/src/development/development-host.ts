import { PackagerError } from '../errors.ts';

/** What the host says of a build that it serves. */
export interface ServedBuild {
  version: string;
  components: number;
  routes: number;
  skipped: Array<{ name: string; missing: string }>;
  /** Modules whose evaluation held the event loop; hosts before this one do not say. */
  holds?: Array<{ module: string; durationMs: number }>;
  durationMs: number;
}

/** Where a build of an application goes. */
export interface BuildTarget {
  /** Serves a build in place of what served before. Throws PackagerError with the host's code when it is refused. */
  push(code: string, build: PushedBuild): Promise<ServedBuild>;
}

export interface PushedBuild {
  fileName: string;
  /** Jar entry → text. */
  files: Readonly<Record<string, string>>;
}

interface Answer<T> {
  code: number;
  msg: string;
  data?: T;
  error?: string;
  fix?: string;
  details?: unknown;
}

/** A host that runs with `platform.development`, over HTTP. (design 3.10) */
export class DevelopmentHost implements BuildTarget {
  readonly #url: string;
  readonly #token: string;

  /**
   * @param url of the API, such as `http://127.0.0.1:8080`
   * @param token of a user who may deploy
   */
  constructor(url: string, token: string) {
    this.#url = url.replace(/\/$/, '');
    this.#token = token;
  }

  /** Throws `HOST_UNREACHABLE`, or with the host's own code where it refuses the login. */
  static async logIn(url: string, username: string, password: string): Promise<DevelopmentHost> {
    const { token } = await call<{ token: string }>(`${url.replace(/\/$/, '')}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    return new DevelopmentHost(url, token);
  }

  /** Throws `HOST_UNREACHABLE`, `HOST_NOT_FOR_DEVELOPMENT`, or with the host's own code where it refuses the user. */
  async check(code: string): Promise<void> {
    await this.#call('GET', code);
  }

  push(code: string, build: PushedBuild): Promise<ServedBuild> {
    return this.#call('PUT', code, build);
  }

  /** Lets the installed version serve again. */
  async withdraw(code: string): Promise<void> {
    await this.#call('DELETE', code);
  }

  #call<T>(method: string, code: string, body?: unknown): Promise<T> {
    return call<T>(`${this.#url}/platform/development/plugins/${code}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** `fetch` says no more than that it has failed; its cause knows why. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const { origin } = new URL(url);
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new PackagerError({
      code: 'HOST_UNREACHABLE',
      message: `No host answers at ${origin}: ${reasonOf(cause)}.`,
      fix: 'Start it, or correct -Host.',
      cause,
    });
  });
  const answer = (await response.json().catch(() => undefined)) as Answer<T> | undefined;
  if (answer?.code === 200) return answer.data as T;
  if (response.status === 404 || answer === undefined) {
    throw new PackagerError({
      code: 'HOST_NOT_FOR_DEVELOPMENT',
      message: `The host at ${origin} takes no development builds.`,
      fix: 'Start it with --platform.development=true (or PLATFORM_DEVELOPMENT=true); -Host names its API, not the shell.',
    });
  }
  throw new PackagerError({
    code: answer.error ?? 'HOST_REFUSED',
    message: answer.msg,
    fix: answer.fix,
    details: answer.details,
  });
}
