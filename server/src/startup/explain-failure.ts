import { PlatformError, stackOf, reasonOf } from '../kernel/index.ts';

/** Why the host does not start, for whoever reads the terminal: without a stack where the reason is known. */
export function explainFailure(error: unknown): string {
  if (error instanceof PlatformError) {
    return ['', `✗ ${error.message}`, ...(error.fix ? [`  ${error.fix}`] : []), `  (${error.code})`, ''].join(
      '\n',
    );
  }
  return stackOf(error) || reasonOf(error);
}
