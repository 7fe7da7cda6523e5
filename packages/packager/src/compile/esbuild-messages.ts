import type { BuildFailure, Message } from 'esbuild';

/** The errors of a failed esbuild run, one line each: `file:line:column: text`. */
export function formatMessages(failure: unknown): string[] {
  const { errors } = failure as Partial<BuildFailure>;
  return errors ? errors.map(formatMessage) : [String(failure)];
}

function formatMessage({ text, location }: Message): string {
  return location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;
}
