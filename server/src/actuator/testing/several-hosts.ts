import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_BUS, LocalBus } from '../../infra/bus/local-bus.ts';
import { LEGACY, SIBLINGS, THIS_WORKER, type ThisWorker } from '../../kernel/index.ts';
import { SiblingGroup } from '../../kernel/testing/sibling-group.ts';
import { startMonitoredHost, type MonitoredHost } from './monitored-host.ts';

/** A host with the id of its process. */
export interface NamedHost extends MonitoredHost {
  readonly nodeId: string;
}

/** Hosts of one platform in this process: workers of one machine, and others beside them. */
export class SeveralHosts {
  readonly #directory: string;
  readonly #bus = new LocalBus();
  readonly #hosts: NamedHost[] = [];
  readonly #tokens = new Set<string>();
  readonly #supervisor = { id: randomUUID(), pid: process.pid };
  readonly group = new SiblingGroup();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** A host that is asked, a worker beside it, and one on another machine. */
  static async three() {
    const hosts = new SeveralHosts(await mkdtemp(join(tmpdir(), 'platform-hosts-')));
    const [reached, beside] = [await hosts.worker(), await hosts.worker()];
    return { hosts, reached, beside, distant: await hosts.elsewhere() };
  }

  /** A further worker of the machine. */
  worker(): Promise<NamedHost> {
    const { siblings, legacy } = this.group.join();
    const { number, token } = siblings.own;
    return this.#start({ number, token }, (services) => {
      services.provide(SIBLINGS, siblings);
      services.provide(LEGACY, legacy);
    });
  }

  /** A host of another machine: only the bus leads to it. */
  elsewhere(): Promise<NamedHost> {
    return this.#start({ number: 100 + this.#hosts.length, token: randomUUID() }, () => undefined);
  }

  async stop(): Promise<void> {
    for (const host of this.#hosts.splice(0)) await host.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #start(
    own: Pick<ThisWorker, 'number' | 'token'>,
    provide: NonNullable<Parameters<typeof startMonitoredHost>[0]>['provide'] & {},
  ): Promise<NamedHost> {
    this.#tokens.add(own.token);
    const host = await startMonitoredHost({
      directory: this.#directory,
      provide: (services) => {
        services.provide(LOCAL_BUS, this.#bus);
        services.provide(THIS_WORKER, {
          ...own,
          group: this.#supervisor,
          living: () => this.#tokens,
          isFollowed: () => false,
        });
        provide(services);
      },
    });
    const named = { ...host, nodeId: own.token };
    this.#hosts.push(named);
    return named;
  }
}
