import type { PlatformNode } from '@platform/host-api';

/** Difference of clocks that is worth a word, in milliseconds. (design 10.7-6) */
const CLOCK_MS = 5_000;

/** Remark about a host: message key below `nodes.remark`, with its values. */
export interface NodeRemark {
  readonly key: 'gone' | 'behind' | 'clock' | 'keys' | 'cache' | 'version';
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * Returns the deviations of a host from the others, most serious first.
 *
 * @param all hosts of the platform
 */
export function remarksOn(node: PlatformNode, all: readonly PlatformNode[]): NodeRemark[] {
  if (node.state === 'gone') return [{ key: 'gone', values: {} }];
  const others = all.filter(({ nodeId, state }) => nodeId !== node.nodeId && state !== 'gone');
  const keys = keysOf(node);
  const version = mostUsed([node, ...others].map(({ hostVersion }) => hostVersion));
  const remarks: Array<NodeRemark | undefined> = [
    node.behind.length > 0
      ? { key: 'behind', values: { count: node.behind.length, codes: node.behind.join(', ') } }
      : undefined,
    Math.abs(node.clockOffsetMs) > CLOCK_MS
      ? { key: 'clock', values: { seconds: Math.round(node.clockOffsetMs / 1000) } }
      : undefined,
    others.some((other) => keysOf(other) !== keys) ? { key: 'keys', values: {} } : undefined,
    others.some((other) => isApart(node, other)) ? { key: 'cache', values: {} } : undefined,
    node.hostVersion === version ? undefined : { key: 'version', values: { version } },
  ];
  return remarks.filter((remark) => remark !== undefined);
}

const keysOf = ({ trustedKeyIds }: PlatformNode): string => [...trustedKeyIds].sort().join(' ');

/** Whether they share no cache: one in memory is nobody else's, an unknown one may be shared. */
const isApart = ({ cacheId: one }: PlatformNode, { cacheId: other }: PlatformNode): boolean =>
  one !== null && other !== null && (one !== other || one === '');

/** The most frequent text; of equals the later version. */
function mostUsed(texts: readonly string[]): string {
  const counted = Map.groupBy(texts, (text) => text);
  const [first] = [...counted].sort(
    ([one, ones], [other, others]) =>
      others.length - ones.length || other.localeCompare(one, 'en', { numeric: true }),
  );
  return first?.[0] ?? '';
}
