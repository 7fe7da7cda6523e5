import type { ApiClient } from './api-client.ts';
import type { Output } from './output.ts';
import { connect, type Environment } from './session.ts';

/** Asks a person at the terminal; undefined where nobody is there. */
export type Ask = (question: string, options?: { readonly hidden?: boolean }) => Promise<string | undefined>;

/** What every command is given. */
export interface CommandContext {
  readonly env: Environment;
  readonly output: Output;
  readonly ask: Ask;
  /** `--url`, where it was given. */
  readonly url: string | undefined;
  /** Aborted when the operator interrupts the command. */
  readonly signal: AbortSignal;
}

export const apiOf = ({ url, env }: CommandContext): ApiClient => connect(url, env);
