import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ApiClient, publishPackage } from '@platform/cli';
import { expect } from 'vitest';
import { placeMigratedDatabase } from '../../src/data/testing/migrated-file.ts';
import { publicKeys } from '../../src/market/testing/test-packages.ts';
import { enableLocalStorage } from '../../../scripts/lib/enable-local-storage.ts';
import { startHost, type HostProcess } from '../../../scripts/lib/host-process.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';

const PASSWORD = 'Supervised-1!';

/** The built host as a worker under its supervisor, on a data directory of its own. */
export class SupervisedHost {
  readonly data: string;
  readonly process: HostProcess;

  private constructor(data: string, process: HostProcess) {
    this.data = data;
    this.process = process;
  }

  /**
   * @param profile in `production`, SIGHUP replaces the worker
   * @param settings further configuration keys
   * @param env further environment
   */
  static async start(
    profile = 'production',
    settings: Readonly<Record<string, string | number>> = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<SupervisedHost> {
    const data = mkdtempSync(join(tmpdir(), 'supervised-'));
    mkdirSync(join(data, 'config'));
    writeFileSync(join(data, 'config', 'application.yml'), 'frontend:\n  port: 0\n');
    writeFileSync(
      join(data, 'config', 'generated.yml'),
      JSON.stringify({ 'app-market': { security: { 'public-key': publicKeys } } }),
    );
    await placeMigratedDatabase(data);
    const process = await startHost({
      supervised: true,
      output: 'ignore',
      settings: {
        'server.port': 0,
        'platform.data-dir': data,
        'logging.console': 'off',
        'open-api.rate-limit.max': 1_000_000,
        'server.drain.delay-ms': 0,
        ...settings,
      },
      env: {
        PLATFORM_ADMIN_PASSWORD: PASSWORD,
        PLATFORM_CONFIG_DIR: join(data, 'config'),
        PLATFORM_PROFILE: profile,
        ...env,
      },
    });
    return new SupervisedHost(data, process);
  }

  /** Publishes packages of a `PackageWorkshop`, and installs them. */
  async install(...packages: readonly string[]): Promise<void> {
    const api = await this.api();
    await enableLocalStorage(api);
    for (const file of packages) {
      const { appCode } = await publishPackage(api, file);
      await api.post('/app/install', { appCode });
    }
  }

  /** Incidents known to the host, newest first. */
  async incidents(): Promise<ReadonlyArray<Record<string, unknown>>> {
    const login = Buffer.from('monitor:monitor').toString('base64');
    const response = await fetch(`${this.process.ready.api}/actuator/incidents`, {
      headers: { authorization: `Basic ${login}`, connection: 'close' },
    });
    const { incidents } = (await response.json()) as { incidents: Array<Record<string, unknown>> };
    return incidents;
  }

  /** A token of the administrator, from a login of its own. */
  token(): Promise<string> {
    return new ApiClient(this.process.ready.api).login('admin', PASSWORD);
  }

  /** The API for the administrator, from a login of its own. */
  async api(): Promise<ApiClient> {
    return new ApiClient(this.process.ready.api, await this.token());
  }

  /** Process ids of the workers that live. */
  get workers(): number[] {
    const { pid } = this.process;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  }

  /** Content of the log file. */
  get log(): string {
    return readFileSync(join(this.data, 'logs', 'sys-console.log'), 'utf8');
  }

  /** Replaces what `application.yml` of this host says. */
  configure(yaml: string): void {
    writeFileSync(join(this.data, 'config', 'application.yml'), yaml);
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.process.pid, name);
  }

  /** Waits until one other worker is alone, and serves. @returns its process id */
  async replaced(former: number | undefined): Promise<number> {
    await expect.poll(() => this.workers, { timeout: 170_000 }).toEqual([expect.not.toBeOneOf([former])]);
    await this.answers();
    return this.workers[0] as number;
  }

  /** Waits for an answer of the API, not on a connection of a worker that has died. */
  async answers(): Promise<void> {
    const response = await fetch(`${this.process.ready.api}/auth/oidc`, {
      headers: { connection: 'close' },
    });
    expect(response.status).toBe(200);
  }

  async remove(): Promise<void> {
    this.process.kill();
    await this.process.ended;
    // Workers end by themselves, but may still write.
    rmSync(this.data, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Runs the built host until it ends. @returns exit code and standard error */
export async function endOf(
  settings: Readonly<Record<string, string | number>>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [
      inRoot('server/dist/lib/main.js'),
      ...Object.entries(settings).map(([key, value]) => `--${key}=${value}`),
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 170_000,
    },
  );
  const [code, output] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    text(child.stderr),
  ]);
  return { code, output };
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
