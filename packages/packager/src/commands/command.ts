import type { Output } from '../cli/output.ts';

export interface CommandContext {
  args: readonly string[];
  /** Folder in which the command was called. */
  cwd: string;
  output: Output;
  /** Lines that a developer types while `dev` runs. */
  input?: NodeJS.ReadableStream;
  /** For commands that run until Ctrl+C. Other commands end at once. */
  stopSignal?: () => AbortSignal;
}

/** Resolves to the exit code: 0, or 1 for a negative result. */
export type Command = (context: CommandContext) => Promise<number>;
