import type { PlatformNode } from '@platform/host-api';

/** All hosts in one line: message below `dashboard.parts`, with its values. */
export interface HostLine {
  readonly key: 'hostsCurrent' | 'hostsBehind';
  readonly values: { readonly count: number; readonly current: number };
}

/** "3 hosts, all current"; undefined for somebody who may not see hosts (design 10.5). */
export function hostsInALine(nodes: readonly PlatformNode[]): HostLine | undefined {
  if (nodes.length === 0) return undefined;
  const current = nodes.filter(({ state, behind }) => state !== 'gone' && behind.length === 0).length;
  const key = current === nodes.length ? 'hostsCurrent' : 'hostsBehind';
  return { key, values: { count: nodes.length, current } };
}
