import { cp, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import type { ThisWorker } from '../../kernel/index.ts';
import { PLUGIN_RUNTIME } from '../../plugin-runtime/index.ts';
import { MarketHost, ok } from './market-host.ts';

interface StartOptions {
  /** Data of an earlier host; default: an empty disk, beside the storage of the first host. */
  readonly directory?: string;
  /** Whether stored objects lie on the disk of the first host. Default: yes. */
  readonly sharesFiles?: boolean;
  /** Default: that of the group. */
  readonly redisUrl?: string;
  /** Keys that this host does not trust. */
  readonly revokedKeys?: readonly string[];
  readonly args?: readonly string[];
  /** This host among others of one data directory. */
  readonly worker?: ThisWorker;
}

/** Hosts of one platform in this process, each with a disk of its own. */
export class HostGroup {
  readonly #args: readonly string[];
  readonly #redis: { readonly url: string; readonly prefix: string };
  readonly #open: MarketHost[] = [];

  /** @param args that all hosts start with, those of the database among them */
  constructor(args: readonly string[], redis: { readonly url: string; readonly prefix: string }) {
    this.#args = args;
    this.#redis = redis;
  }

  async start({
    directory,
    sharesFiles = true,
    redisUrl,
    revokedKeys,
    args = [],
    worker,
  }: StartOptions = {}): Promise<MarketHost> {
    const folder = directory ?? (await mkdtemp(join(tmpdir(), 'platform-market-')));
    const [first] = this.#open;
    if (first && directory === undefined) {
      await cp(join(first.directory, 'config'), join(folder, 'config'), { recursive: true });
      if (sharesFiles)
        for (const name of ['files', 'upload'])
          await symlink(join(first.directory, name), join(folder, name));
    }
    const { prefix, url } = this.#redis;
    const cache = ['--cache.type=redis', `--cache.url=${redisUrl ?? url}`, `--cache.key-prefix=${prefix}`];
    const host = await MarketHost.start(
      [...this.#args, '--database.pool-size=3', ...cache, ...args],
      folder,
      revokedKeys,
      undefined,
      worker,
    );
    this.#open.push(host);
    return host;
  }

  async stop(host: MarketHost): Promise<void> {
    this.#open.splice(this.#open.indexOf(host), 1);
    await host.stop();
  }

  async close(): Promise<void> {
    for (const host of this.#open) await host.close();
  }
}

/** Answer of the application `demo` on a host; the status where it fails. */
export async function greeting(host: MarketHost): Promise<unknown> {
  const answer = await host.call('GET', '/demo/greet');
  return answer.status === 200 ? answer.data : answer.status;
}

/** State of the backend of `demo` on a host. */
export const backendState = (host: MarketHost) =>
  host.host.services.use(PLUGIN_RUNTIME).describe('demo')?.state;

/** Placed files of applications on a host's disk. */
export async function placedFiles(host: MarketHost): Promise<string[]> {
  const names = await readdir(host.directory, { recursive: true });
  return names.filter((name) => /^(plugins-dist|remote-apps).*(\.jar|\.js|\.sql)$/.test(name)).sort();
}

export const nodeIdOf = (host: MarketHost): string => host.host.services.use(NODE_REGISTRY).nodeId;

/** Path of the installation of `demo`. */
export async function installPath(host: MarketHost): Promise<string> {
  const [install] = (await host.call('GET', '/app/install/list')).rows ?? [];
  return `/app/install/${String(install?.['installId'])}`;
}

/** Runs an operation on `demo` through a host. @returns its report */
export const operate = async (host: MarketHost, what: string, body?: object) =>
  ok(await host.call('POST', `${await installPath(host)}/${what}`, body));

/** State of each host in the report of an operation. */
export const hostsIn = (report: Readonly<Record<string, unknown>>, ...hosts: MarketHost[]): string[] => {
  const reported = report['hosts'] as Array<{ nodeId: string; state: string; version: string | null }>;
  return hosts.map((host) => {
    const { state, version } = reported.find((each) => each.nodeId === nodeIdOf(host)) ?? {};
    return `${state} ${version}`;
  });
};
