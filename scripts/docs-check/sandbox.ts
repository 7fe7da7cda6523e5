import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@platform/cli';
import { installApplications } from '../lib/applications.ts';
import { freePort } from '../lib/free-port.ts';
import { inRoot } from '../lib/paths.ts';
import { run } from '../lib/run.ts';
import { fillIn, onOwnPorts } from './fill-in.ts';
import { startDocumented } from './running-host.ts';
import { documentedValues, packageIn } from './documented-values.ts';

const PASSWORD = 'Documented-7-Quokkas';

/** A folder, a platform in it, and the values that commands are filled with. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'docs-check-'));
  readonly data = join(this.folder, 'data');
  readonly values = new Map<string, string>();
  /** Variables of the commands. */
  readonly env: NodeJS.ProcessEnv;
  #ports: readonly [number, number] = [0, 0];
  #stop: (() => Promise<void>) | undefined;
  #api: ApiClient | undefined;
  #others = 0;

  private constructor() {
    this.env = {
      ...process.env,
      PLATFORM_DATA_DIR: this.data,
      PLATFORM_HOME: join(this.folder, 'home'),
      PLATFORM_ADMIN_PASSWORD: PASSWORD,
      PLATFORM_PASSWORD: PASSWORD,
      MANAGEMENT_USERNAME: 'monitor',
      MANAGEMENT_PASSWORD: PASSWORD,
      CURL_HOME: this.folder,
    };
  }

  /** Makes the folder and starts a platform with hello and mall installed. */
  static async make(): Promise<Sandbox> {
    const sandbox = new Sandbox();
    const { folder } = sandbox;
    sandbox.#ports = [await freePort(), await freePort()];
    const [port, api] = sandbox.#ports;
    cpSync(inRoot('deploy'), join(folder, 'deploy'), { recursive: true });
    mkdirSync(join(folder, 'safe'));
    mkdirSync(join(folder, 'backups'));
    // Without them curl ends with 0 when the host refuses.
    writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(folder, 'publisher.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    const known = documentedValues({ folder, data: sandbox.data, password: PASSWORD, port, api });
    for (const [written, value] of known) sandbox.values.set(written, value);
    await sandbox.start();
    await installApplications(sandbox.api, ['hello', 'mall']);
    const secret = { configKey: 'vault.key', configValue: 'Quokka-55', configCategory: 'vault.private' };
    await sandbox.api.post('/system/config', secret);
    return sandbox;
  }

  /** Token of the administrator, while the platform runs. */
  get api(): ApiClient {
    if (!this.#api) throw new Error('The platform of the sandbox is stopped.');
    return this.#api;
  }

  packageOf(version: string): string {
    return packageIn(this.folder, version);
  }

  /** Starts the platform, unless it runs. */
  async start(): Promise<void> {
    if (this.#stop) return;
    this.#stop = await startDocumented(onOwnPorts('npm start', this.data, this.#ports), this.env);
    const base = `http://127.0.0.1:${this.#ports[1]}`;
    this.#api = new ApiClient(base);
    await this.#api.login('admin', PASSWORD);
    const answer = await fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    const { data } = (await answer.json()) as { data: { token: string } };
    this.env['TOKEN'] = data.token;
  }

  async stop(): Promise<void> {
    await this.#stop?.();
    this.#stop = undefined;
    this.#api = undefined;
  }

  /** Runs a command, after the lines that hold for it, and gives what it printed. */
  command(text: string, before: readonly string[]): Promise<string> {
    const lines = ['set -e', ...before, text].map((line) => fillIn(line, this.values));
    return run('bash', ['-c', lines.join('\n')], { env: this.env as Record<string, string> });
  }

  /** Starts another host as documented, and stops it. */
  async host(text: string): Promise<void> {
    const data = join(this.folder, `host-${(this.#others += 1)}`);
    const filled = onOwnPorts(fillIn(text, this.values), data, [await freePort(), await freePort()]);
    const stop = await startDocumented(filled, this.env);
    await stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
