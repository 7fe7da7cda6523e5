import type { Component } from 'vue';

/** One line of what an operation will do. A `bad` one says what will be lost. */
export interface Consequence {
  icon: Component;
  text: string;
  tone?: 'neutral' | 'good' | 'warn' | 'bad';
}
