import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host } from '../../src/host.ts';
import { placeMigratedDatabase } from '../../src/data/testing/migrated-file.ts';
import { testServices } from '../../src/system/testing/test-services.ts';
import { loadConfig, silentLogger } from '../../src/kernel/index.ts';
import { ApiClient } from '@platform/cli';
import { trustKey } from '../../../scripts/lib/trust-key.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { enableLocalStorage } from '../../../scripts/lib/enable-local-storage.ts';

const PASSWORD = 'Integration-1!';

/** A whole host in this process, on both ports, reached over HTTP only. */
export class TestPlatform {
  /** The token of `admin`. */
  static readonly password = PASSWORD;
  readonly data: string;
  readonly api: ApiClient;
  readonly token: string;
  readonly #host: Host;

  private constructor(data: string, host: Host, api: ApiClient, token: string) {
    this.data = data;
    this.#host = host;
    this.api = api;
    this.token = token;
  }

  /**
   * @param args configuration as on the command line, such as the database
   * @param data directory of an earlier start
   * @param publicKey file of the key that signs the packages
   */
  static async start(
    args: readonly string[] = [],
    data = mkdtempSync(join(tmpdir(), 'platform-')),
    publicKey = inRoot('plugins/keys/public.pem'),
  ): Promise<TestPlatform> {
    await placeMigratedDatabase(data);
    const { config } = loadConfig({
      directories: [trustKey(data, publicKey)],
      env: {},
      args: [
        '--server.port=0',
        '--frontend.port=0',
        `--platform.data-dir=${data}`,
        `--platform.admin-password=${PASSWORD}`,
        ...args,
      ],
    });
    const host = await createHost(config, silentLogger, testServices());
    const api = new ApiClient(host.gateway.api.url);
    const token = await api.login('admin', PASSWORD);
    await enableLocalStorage(api);
    return new TestPlatform(data, host, api, token);
  }

  get apiUrl(): string {
    return this.#host.gateway.api.url;
  }

  get frontendUrl(): string {
    return this.#host.gateway.frontend!.url;
  }

  get services(): Host['services'] {
    return this.#host.services;
  }

  /** A plain GET, with or without the administrator's token: status and body. */
  async get(
    url: string,
    token?: string,
  ): Promise<{ status: number; body: Record<string, unknown> | string }> {
    const response = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : text,
    };
  }

  /** Stops the host; its data stays for another start. */
  stop(): Promise<void> {
    return this.#host.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}
