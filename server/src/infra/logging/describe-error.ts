import { causesOf, codeOf, errorsOf, isError, nameOf, reasonOf, stackOf } from '../../kernel/index.ts';
import { maskText } from './mask-secrets.ts';

export interface DescribedError {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  /** With the stacks of its causes. */
  readonly stack: string;
}

/**
 * An error as a log line shows it: stack and causes. Anything else that was thrown becomes its
 * text.
 */
export function describeError(error: unknown): DescribedError | string {
  if (!isError(error)) return maskText(reasonOf(error));
  const code = codeOf(error);
  return {
    type: nameOf(error),
    ...(code === '' ? {} : { code }),
    message: maskText(reasonOf(error)),
    stack: maskText(linesOf(error).join('\n')),
  };
}

function linesOf(thrown: unknown): string[] {
  return causesOf(thrown).flatMap((each, depth) => [
    `${depth === 0 ? '' : 'Caused by: '}${textOf(each)}`,
    ...errorsOf(each).map((other) => `Together with: ${textOf(other)}`),
  ]);
}

const textOf = (thrown: unknown): string =>
  stackOf(thrown) || (isError(thrown) ? `${nameOf(thrown)}: ${reasonOf(thrown)}` : reasonOf(thrown));
