import { maskText } from './mask-secrets.ts';

export interface DescribedError {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  /** With the stacks of its causes. */
  readonly stack: string;
}

const LONGEST_CHAIN = 10;

/** An error as a log line shows it: stack and causes. Anything else that was thrown becomes its text. */
export function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return maskText(String(error));
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: maskText(error.message),
    stack: maskText(stackOf(error)),
  };
}

function stackOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const lines = [error.stack ?? `${error.name}: ${error.message}`];
  if (depth < LONGEST_CHAIN) {
    if (error instanceof AggregateError) {
      for (const each of error.errors) lines.push(`Together with: ${stackOf(each, depth + 1)}`);
    }
    if (error.cause !== undefined) lines.push(`Caused by: ${stackOf(error.cause, depth + 1)}`);
  }
  return lines.join('\n');
}
