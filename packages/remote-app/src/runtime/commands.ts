import type { Component } from 'vue';

/** An action of an application in the shell's command palette. */
export interface Command {
  /** Unique within the application. */
  id: string;
  /** Label, evaluated on display so that it follows the language. */
  title: string | (() => string);
  icon?: Component;
  /** Permission required to see the command. */
  permission?: string;
  run(): void | Promise<void>;
}

export interface RemoteCommands {
  /** Adds a command until the application ends. @returns call to remove it */
  register(command: Command): () => void;
}
