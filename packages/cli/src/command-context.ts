import type { ApiClient } from './api-client.ts';
import type { Output } from './output.ts';
import { connect, type Environment } from './session.ts';

/** Prompts at the terminal; undefined without one. */
export type Ask = (question: string, options?: { readonly hidden?: boolean }) => Promise<string | undefined>;

/** The context of every command. */
export interface CommandContext {
  readonly env: Environment;
  readonly output: Output;
  readonly ask: Ask;
  /** Value of `--url`, if given. */
  readonly url: string | undefined;
  /** Aborted when the operator interrupts the command. */
  readonly signal: AbortSignal;
}

export const apiOf = ({ url, env }: CommandContext): ApiClient => connect(url, env);
