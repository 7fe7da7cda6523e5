import type { Output } from '../cli/output.ts';

export interface CommandContext {
  args: readonly string[];
  /** Folder in which the command was called. */
  cwd: string;
  output: Output;
  /** For commands that go on until they are told to end: aborted by Ctrl+C, which ends all others at once. */
  stopSignal?: () => AbortSignal;
}

/** Resolves to the exit code: 0, or 1 when what was asked for is not so. */
export type Command = (context: CommandContext) => Promise<number>;
