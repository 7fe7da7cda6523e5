import type { PlatformNode } from '@platform/host-api';
import { isHostOf } from '../data/index.ts';

/** Machine and address of a host, for messages; the machine alone until it has an address. */
export const nodeName = ({ machine, address }: Pick<PlatformNode, 'machine' | 'address'>): string =>
  address === '' ? machine : `${machine} ${address}`;

/** Living hosts of other data directories: workers of one begin with the same configuration. */
export const livingElsewhere = (nodes: readonly PlatformNode[], machineId: string): PlatformNode[] =>
  nodes.filter(({ hostId, self, state }) => !self && state !== 'gone' && !isHostOf(machineId, hostId));
