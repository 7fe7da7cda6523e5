import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ApiClient } from '../../../scripts/lib/api-client.ts';
import { buildServer } from '../../../scripts/lib/build.ts';
import { trustKey } from '../../../scripts/lib/first-start.ts';
import { startHost, type HostProcess } from '../../../scripts/lib/host-process.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { enableLocalStorage } from '../../../scripts/lib/publish.ts';

const PASSWORD = 'Kill-password-1!';

/** Everything about the application `hello` that an operation changes, to compare a state with another. */
export interface HelloState {
  readonly installed:
    { readonly version: string; readonly status: number; readonly backend: string } | undefined;
  readonly active: string;
  readonly files: readonly string[];
  readonly frontendEntry: string | undefined;
  readonly menus: readonly string[];
  readonly greeting: number;
}

interface Install {
  readonly installId: number;
  readonly appCode: string;
  readonly version: string;
  readonly status: number;
  readonly backend: string;
}

/** The built host in a process of its own, which can be killed in front of any change that it makes. */
export class KillablePlatform {
  readonly data: string;
  api!: ApiClient;
  #host!: HostProcess;
  #token: string | undefined;

  private constructor(data: string, token?: string) {
    this.data = data;
    this.#token = token;
  }

  /** @param template a stopped platform, whose data this one begins with */
  static async start(template?: KillablePlatform): Promise<KillablePlatform> {
    const data = mkdtempSync(join(tmpdir(), 'killable-'));
    if (template) cpSync(template.data, data, { recursive: true });
    else await buildServer();
    const platform = new KillablePlatform(data, template ? template.#token : undefined);
    await platform.#run();
    if (!template) await enableLocalStorage(platform.api);
    return platform;
  }

  /** Kills it in front of the n-th effect from now on. */
  arm(n: number): void {
    writeFileSync(this.#armFile, String(n));
  }

  /** Does `work`. @returns false when the host was killed meanwhile */
  async survives(work: (platform: KillablePlatform) => Promise<unknown>): Promise<boolean> {
    let killed = false;
    const end = this.#host.ended.then(() => void (killed = true));
    const done = work(this).catch(async (error: unknown) => {
      // A request that a kill cut off fails a moment before the end of the process is known.
      await Promise.race([end, wait(2000)]);
      if (!killed) throw error;
    });
    await Promise.race([end, done]);
    rmSync(this.#armFile, { force: true });
    return !killed;
  }

  /** Starts it again on what is there. */
  async restart(): Promise<void> {
    this.#host.kill();
    await this.#host.ended;
    await this.#run();
  }

  async stop(): Promise<void> {
    await this.#host.stop();
  }

  async remove(): Promise<void> {
    this.#host.kill();
    await this.#host.ended;
    rmSync(this.data, { recursive: true, force: true });
  }

  async install(): Promise<Install | undefined> {
    const installs = await this.api.get<Install[]>('/app/install/list');
    return installs.find(({ appCode }) => appCode === 'hello');
  }

  async state(): Promise<HelloState> {
    const install = await this.install();
    const menus = await this.api.get<Array<{ menuKey: string | null }>>('/system/menu/list');
    const entry = join(this.data, 'remote-apps/hello/index.js');
    const greeting = await fetch(`${this.#host.ready.api}/open/hello/greet`);
    return {
      installed: install && install.status !== 9 ? pick(install) : undefined,
      active: contentOf(join(this.data, 'plugins-dist/active-plugins.txt')),
      files: filesIn(this.data),
      frontendEntry: existsSync(entry)
        ? createHash('sha256').update(readFileSync(entry)).digest('hex')
        : undefined,
      menus: menus.flatMap(({ menuKey }) => (menuKey?.startsWith('hello:') ? [menuKey] : [])).sort(),
      greeting: greeting.status,
    };
  }

  async runningTasks(): Promise<number> {
    return (await this.api.get<unknown[]>('/app/task/list?status=running')).length;
  }

  get #armFile(): string {
    return `${this.data}.arm`;
  }

  async #run(): Promise<void> {
    this.#host = await startHost({
      settings: {
        'server.port': 0,
        'frontend.port': 0,
        'platform.data-dir': this.data,
        'logging.console': 'off',
      },
      env: {
        PLATFORM_ADMIN_PASSWORD: PASSWORD,
        PLATFORM_CONFIG_DIR: trustKey(this.data, inRoot('plugins/keys/public.pem')),
        PLATFORM_KILL_FILE: this.#armFile,
        NODE_OPTIONS: `--import=${pathToFileURL(inRoot('server/test/support/kill-at.ts')).href}`,
      },
      output: 'ignore',
    });
    this.api = new ApiClient(this.#host.ready.api, this.#token);
    this.#token ??= await this.api.login('admin', PASSWORD);
  }
}

const pick = ({ version, status, backend }: Install) => ({ version, status, backend });

const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '').trim();

/** What operations leave in the folders of the deployment, but for migration scripts, which go up only. */
function filesIn(data: string): string[] {
  return ['plugins-dist', 'remote-apps', 'temp']
    .flatMap((folder) =>
      existsSync(join(data, folder))
        ? readdirSync(join(data, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
            .filter((entry) => entry.isFile() && !entry.parentPath.includes('migrations'))
            .map((entry) => join(entry.parentPath, entry.name).slice(data.length))
        : [],
    )
    .sort();
}
