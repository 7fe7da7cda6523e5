import type { Component } from 'vue';
import {
  CircleCheck,
  CircleClose,
  Clock,
  Download,
  InfoFilled,
  Key,
  Loading,
  Lock,
  Minus,
  Remove,
  Top,
  WarningFilled,
} from '@element-plus/icons-vue';

export type StateTone = 'good' | 'warn' | 'bad' | 'accent' | 'neutral';

/** Every state the interface shows, with its icon and tone; the word is the message `shared.state.<name>`. */
export const states = {
  running: { icon: Loading, tone: 'accent' },
  succeeded: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleClose, tone: 'bad' },
  pending: { icon: Clock, tone: 'neutral' },
  published: { icon: CircleCheck, tone: 'good' },
  unlisted: { icon: Remove, tone: 'neutral' },
  listed: { icon: CircleCheck, tone: 'good' },
  deprecated: { icon: WarningFilled, tone: 'warn' },
  enabled: { icon: CircleCheck, tone: 'good' },
  disabled: { icon: Remove, tone: 'neutral' },
  locked: { icon: Lock, tone: 'warn' },
  installed: { icon: CircleCheck, tone: 'good' },
  notInstalled: { icon: Download, tone: 'neutral' },
  upgradable: { icon: Top, tone: 'accent' },
  incompatible: { icon: WarningFilled, tone: 'warn' },
  installing: { icon: Loading, tone: 'accent' },
  upgrading: { icon: Loading, tone: 'accent' },
  uninstalling: { icon: Loading, tone: 'accent' },
  loaded: { icon: CircleCheck, tone: 'good' },
  degraded: { icon: WarningFilled, tone: 'warn' },
  notLoaded: { icon: WarningFilled, tone: 'bad' },
  none: { icon: Minus, tone: 'neutral' },
  signed: { icon: Key, tone: 'good' },
  unsigned: { icon: Lock, tone: 'warn' },
  invalid: { icon: CircleClose, tone: 'bad' },
  unverifiable: { icon: WarningFilled, tone: 'warn' },
  error: { icon: CircleClose, tone: 'bad' },
  warning: { icon: WarningFilled, tone: 'warn' },
  info: { icon: InfoFilled, tone: 'neutral' },
} as const satisfies Record<string, { icon: Component; tone: StateTone }>;

export type StateName = keyof typeof states;
