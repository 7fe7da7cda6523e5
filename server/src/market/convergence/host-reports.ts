import { nodeName } from '../../cluster/index.ts';
import type { Timers } from '../../kernel/index.ts';
import type { DesiredStore } from '../records/desired-store.ts';
import type { Behind, Observed, ObservedStore } from './observed-store.ts';

const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

/** A host as the registry of nodes knows it. */
export interface HostNode {
  readonly nodeId: string;
  readonly hostId: string;
  readonly machine: string;
  readonly address: string;
  readonly state: string;
  readonly startedAt: string;
  /** Null until it first ran what it should. */
  readonly convergedAt: string | null;
}

/** State of a host after an operation. (design 10.5) */
export interface HostReport {
  readonly nodeId: string;
  readonly machine: string;
  readonly address: string;
  readonly version: string | null;
  readonly state: 'current' | 'behind';
  readonly failure: Behind | null;
}

export interface HostReportParts {
  /** Undefined for a host that can only be alone. */
  readonly nodes: { rows(): Promise<readonly HostNode[]> } | undefined;
  readonly desired: Pick<DesiredStore, 'generation'>;
  readonly observed: Pick<ObservedStore, 'of'>;
  /** Says that this host has what was committed last, once it has. */
  readonly settled: (appCode: string) => Promise<void>;
  readonly timeoutMs: number;
  readonly timers: Timers;
}

/** Ends of the waiting: the host is current, it said why not, or its lease has run out. */
export class HostReports {
  readonly #parts: HostReportParts;

  constructor(parts: HostReportParts) {
    this.#parts = parts;
  }

  /**
   * Waits until each live host has followed the committed operation, or has reported why not.
   *
   * @param watch ends the waiting when its signal is aborted
   * @returns the hosts; undefined where this one is alone
   */
  async of(
    appCode: string,
    watch: { readonly signal: AbortSignal; log(line: string): void },
  ): Promise<HostReport[] | undefined> {
    const { desired, nodes, settled, timeoutMs, timers } = this.#parts;
    await settled(appCode);
    if (!nodes) return undefined;
    const generation = await desired.generation(appCode);
    const until = timers.elapsed() + timeoutMs;
    let pauseMs = SHORTEST_PAUSE_MS;
    for (;;) {
      const { hosts, waiting } = await this.#read(nodes, appCode, generation);
      if (hosts.length < 2) return undefined;
      if (waiting && !watch.signal.aborted && timers.elapsed() + pauseMs < until) {
        await timers.pause(pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        continue;
      }
      for (const host of hosts)
        if (host.state === 'behind')
          watch.log(
            `warning: the host ${nodeName(host)} is behind: ${host.failure?.message ?? 'no answer yet'}`,
          );
      if (hosts.every(({ state }) => state === 'current')) watch.log(`All ${hosts.length} hosts follow`);
      return hosts;
    }
  }

  async #read(
    nodes: NonNullable<HostReportParts['nodes']>,
    appCode: string,
    generation: number,
  ): Promise<{ hosts: HostReport[]; waiting: boolean }> {
    const live = newest((await nodes.rows()).filter(({ state }) => state !== 'gone'));
    const observed = await this.#parts.observed.of(appCode);
    const answered = (node: HostNode): Observed | undefined => {
      const report = observed.get(node.nodeId);
      const tried = Math.max(report?.generation ?? 0, report?.failure?.generation ?? 0);
      return tried >= generation ? report : undefined;
    };
    const hosts = live.map((node): HostReport => {
      const { nodeId, machine, address } = node;
      const report = answered(node);
      return {
        nodeId,
        machine,
        address,
        version: (report ?? observed.get(nodeId))?.version ?? null,
        state: report && !report.failure ? 'current' : 'behind',
        failure: report?.failure ?? null,
      };
    });
    return { hosts, waiting: live.some((node) => !answered(node)) };
  }
}

/** A process that was killed keeps its row until its lease ends; its data directory tells. */
export function newest(nodes: readonly HostNode[]): HostNode[] {
  const byHost = new Map<string, HostNode>();
  for (const node of nodes) {
    const known = byHost.get(node.hostId);
    if (!known || known.startedAt < node.startedAt) byHost.set(node.hostId, node);
  }
  return [...byHost.values()];
}
