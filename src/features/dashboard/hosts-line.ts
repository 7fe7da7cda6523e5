import type { PlatformNode } from '@platform/host-api';

/** What the dashboard says of the hosts: message key below `dashboard.hosts`, with its numbers. */
export interface HostsLine {
  readonly key: 'current' | 'behind' | 'gone';
  readonly count: number;
  /** Hosts that are behind or gone. */
  readonly troubled: number;
}

/** @returns undefined for a single host, of which there is nothing to say */
export function hostsLine(nodes: readonly PlatformNode[]): HostsLine | undefined {
  if (nodes.length < 2) return undefined;
  const gone = nodes.filter(({ state }) => state === 'gone').length;
  const behind = nodes.filter((node) => node.state !== 'gone' && node.behind.length > 0).length;
  if (gone > 0) return { key: 'gone', count: nodes.length, troubled: gone };
  return { key: behind > 0 ? 'behind' : 'current', count: nodes.length, troubled: behind };
}
