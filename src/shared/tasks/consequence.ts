import type { Component } from 'vue';

/** One effect of an operation. A `bad` one names data that will be lost. */
export interface Consequence {
  icon: Component;
  text: string;
  tone?: 'neutral' | 'good' | 'warn' | 'bad';
}
