import type { Component } from 'vue';

/** An entry of a popup menu. */
export interface MenuItem {
  key: string;
  label: string;
  icon?: Component;
  /** Shown at the end, for example a shortcut. */
  hint?: string;
  /** A line below, on what it means. */
  note?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Makes it one of a set of choices. */
  checked?: boolean;
  /** A line above. */
  divided?: boolean;
  run(): void;
}
