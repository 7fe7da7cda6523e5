import { PlatformError, stackOf, reasonOf } from '../kernel/index.ts';

/** Explains on the terminal why the host does not start; without a stack if the reason is known. */
export function explainFailure(error: unknown): string {
  if (error instanceof PlatformError) {
    return ['', `✗ ${error.message}`, ...(error.fix ? [`  ${error.fix}`] : []), `  (${error.code})`, ''].join(
      '\n',
    );
  }
  return stackOf(error) || reasonOf(error);
}
