import type { BuildFailure, Message } from 'esbuild';

/** The errors of a failed esbuild run, one line each: `file:line:column: text`. */
export function formatMessages(failure: unknown): string[] {
  const { errors } = failure as Partial<BuildFailure>;
  return errors ? errors.map(formatMessage) : [String(failure)];
}

function formatMessage({ text: told, location }: Message): string {
  const text = told.startsWith('Top-level await')
    ? 'Top-level await is not supported: a module is evaluated at once. Await in init() of a bean.'
    : told;
  return location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;
}
