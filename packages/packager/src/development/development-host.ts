import { PackagerError } from '../errors.ts';

/** The host's report on a build that it serves. */
export interface ServedBuild {
  version: string;
  components: number;
  routes: number;
  skipped: Array<{ name: string; missing: string }>;
  /** Modules whose evaluation blocked the event loop. Absent from older hosts. */
  holds?: Array<{ module: string; durationMs: number }>;
  durationMs: number;
}

export interface BuildTarget {
  /** Swaps a build in. Throws PackagerError with the host's code when the host refuses it. */
  push(code: string, build: PushedBuild): Promise<ServedBuild>;
}

export interface MenuCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export interface ManifestTarget {
  /** Updates the menus of an installed application. */
  putManifest(code: string, manifest: string): Promise<MenuCounts>;
}

export interface ProjectScript {
  readonly name: string;
  readonly text: string;
}

/** `look` lists pending scripts, `run` runs them, `reset` removes the data first and runs all. */
export type MigrationMode = 'look' | 'run' | 'reset';

export interface MigrationTarget {
  /** Resolves to the names of the scripts that are pending or that ran. */
  putMigrations(code: string, mode: MigrationMode, scripts: readonly ProjectScript[]): Promise<string[]>;
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

/** Longer than a host waits for an application to load. */
const ANSWER_MS = 60_000;

/** A host with `platform.development`, over HTTP. (design 3.10) */
export class DevelopmentHost implements BuildTarget, ManifestTarget, MigrationTarget {
  readonly #url: string;
  readonly #token: string;
  readonly #limitMs: number;

  /**
   * @param url of the API, such as `http://127.0.0.1:8080`
   * @param token of a user with the permission to deploy
   * @param limitMs time for an answer
   */
  constructor(url: string, token: string, limitMs = ANSWER_MS) {
    this.#url = url.replace(/\/$/, '');
    this.#token = token;
    this.#limitMs = limitMs;
  }

  /** Throws `HOST_UNREACHABLE`, or the host's own code for a refused login. */
  static async logIn(url: string, username: string, password: string): Promise<DevelopmentHost> {
    const { token } = await call<{ token: string }>(`${url.replace(/\/$/, '')}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    return new DevelopmentHost(url, token);
  }

  /**
   * Throws `HOST_UNREACHABLE`, `HOST_NOT_FOR_DEVELOPMENT`, or the host's own code for a refused
   * user.
   */
  async check(code: string): Promise<void> {
    await this.#call('GET', 'plugins', code);
  }

  push(code: string, build: PushedBuild): Promise<ServedBuild> {
    return this.#call('PUT', 'plugins', code, build);
  }

  putManifest(code: string, manifest: string): Promise<MenuCounts> {
    return this.#call('PUT', 'manifests', code, { manifest });
  }

  async putMigrations(
    code: string,
    mode: MigrationMode,
    scripts: readonly ProjectScript[],
  ): Promise<string[]> {
    const ran = await this.#call<{ scripts: string[] }>('PUT', 'migrations', code, { mode, scripts });
    return ran.scripts;
  }

  /** Lets the installed version serve again. */
  async withdraw(code: string): Promise<void> {
    await this.#call('DELETE', 'plugins', code);
  }

  #call<T>(
    method: string,
    what: 'plugins' | 'manifests' | 'migrations',
    code: string,
    body?: unknown,
  ): Promise<T> {
    // Scripts that copy rows take longer than anything else.
    const limitMs = this.#limitMs * (what === 'migrations' ? 10 : 1);
    const init = {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return call<T>(`${this.#url}/platform/development/${what}/${code}`, init, limitMs);
  }
}

/** The message of a failed `fetch` is always "fetch failed"; the reason is in its cause. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

const silent = (origin: string, limitMs: number): PackagerError =>
  new PackagerError({
    code: 'HOST_SILENT',
    message: `The host at ${origin} has not answered for ${limitMs / 1000} s.`,
    fix: 'An endless loop in an application may hold it. Correct the loop, press Ctrl-C and start again.',
  });

async function call<T>(url: string, init: RequestInit, limitMs = ANSWER_MS): Promise<T> {
  const { origin } = new URL(url);
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) }).catch(
    (cause: unknown) => {
      if ((cause as Error).name === 'TimeoutError') throw silent(origin, limitMs);
      throw new PackagerError({
        code: 'HOST_UNREACHABLE',
        message: `No host responds at ${origin}: ${reasonOf(cause)}.`,
        fix: 'Start it, or correct -Host.',
        cause,
      });
    },
  );
  const answer = (await response.json().catch(() => undefined)) as Answer<T> | undefined;
  if (answer?.code === 200) return answer.data as T;
  if (response.status === 404 || answer === undefined) {
    throw new PackagerError({
      code: 'HOST_NOT_FOR_DEVELOPMENT',
      message: `The host at ${origin} does not accept development builds.`,
      fix: 'Start it with --platform.development=true (or PLATFORM_DEVELOPMENT=true). -Host is the address of its API, not of the shell.',
    });
  }
  throw new PackagerError({
    code: answer.error ?? 'HOST_REFUSED',
    message: answer.msg,
    fix: answer.fix,
    details: answer.details,
  });
}
