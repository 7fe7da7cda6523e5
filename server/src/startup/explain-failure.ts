import { PlatformError, reasonOf, stackOf, toPlatformError } from '../kernel/index.ts';

/** Explains on the terminal why the host does not start; without a stack if the reason is known. */
export function explainFailure(error: unknown): string {
  const known = error instanceof PlatformError ? error : toPlatformError(error);
  if (known.code === 'INTERNAL_ERROR') return stackOf(error) || reasonOf(error);
  const fix = known.fix ? [`  ${known.fix}`] : [];
  return ['', `✗ ${known.message}`, ...fix, `  (${known.code})`, ''].join('\n');
}
