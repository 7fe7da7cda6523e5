import { CircleMinus, CircleX } from '@lucide/vue';
import type { PlatformNode } from '@platform/host-api';

const LOOKS = {
  live: { tone: 'good', icon: undefined },
  draining: { tone: 'warn', icon: CircleMinus },
  gone: { tone: 'bad', icon: CircleX },
} as const;

/** Colour and icon of a host's state. */
export const nodeLook = ({ state }: Pick<PlatformNode, 'state'>) => LOOKS[state];
