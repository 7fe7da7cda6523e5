import type { Component } from 'vue';
import {
  ArrowUp,
  CircleCheck,
  CircleMinus,
  CircleX,
  Clock,
  Download,
  Info,
  KeyRound,
  LoaderCircle,
  Lock,
  Minus,
  ShieldAlert,
  TriangleAlert,
} from '@lucide/vue';

export type StateTone = 'good' | 'warn' | 'bad' | 'accent' | 'muted';

/**
 * Every state the interface shows, with its icon and tone; the word is the message
 * `shared.state.<name>`.
 */
export const states = {
  running: { icon: LoaderCircle, tone: 'accent' },
  succeeded: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'bad' },
  pending: { icon: Clock, tone: 'muted' },
  published: { icon: CircleCheck, tone: 'good' },
  unlisted: { icon: CircleMinus, tone: 'muted' },
  listed: { icon: CircleCheck, tone: 'good' },
  deprecated: { icon: TriangleAlert, tone: 'warn' },
  enabled: { icon: CircleCheck, tone: 'good' },
  disabled: { icon: CircleMinus, tone: 'muted' },
  locked: { icon: Lock, tone: 'warn' },
  installed: { icon: CircleCheck, tone: 'good' },
  notInstalled: { icon: Download, tone: 'muted' },
  upgradable: { icon: ArrowUp, tone: 'accent' },
  incompatible: { icon: TriangleAlert, tone: 'warn' },
  installing: { icon: LoaderCircle, tone: 'accent' },
  upgrading: { icon: LoaderCircle, tone: 'accent' },
  uninstalling: { icon: LoaderCircle, tone: 'accent' },
  loaded: { icon: CircleCheck, tone: 'good' },
  degraded: { icon: TriangleAlert, tone: 'warn' },
  quarantined: { icon: ShieldAlert, tone: 'bad' },
  notLoaded: { icon: TriangleAlert, tone: 'bad' },
  none: { icon: Minus, tone: 'muted' },
  signed: { icon: KeyRound, tone: 'good' },
  unsigned: { icon: Lock, tone: 'warn' },
  invalid: { icon: CircleX, tone: 'bad' },
  unverifiable: { icon: TriangleAlert, tone: 'warn' },
  error: { icon: CircleX, tone: 'bad' },
  warning: { icon: TriangleAlert, tone: 'warn' },
  info: { icon: Info, tone: 'muted' },
} as const satisfies Record<string, { icon: Component; tone: StateTone }>;

export type StateName = keyof typeof states;
