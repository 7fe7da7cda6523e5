import type { Component } from 'vue';

/** An action of an application in the shell's command palette. */
export interface Command {
  /** Unique within the application. */
  id: string;
  /** Text shown, evaluated on display so that it follows the language. */
  title: string | (() => string);
  icon?: Component;
  /** Permission needed to see it. */
  permission?: string;
  run(): void | Promise<void>;
}

export interface RemoteCommands {
  /** Adds a command; returns how to take it back. All are taken back on dispose. */
  register(command: Command): () => void;
}
