import { installedOwnerOf } from './effects/attribution.ts';
import { createReportLimit } from './report-limit.ts';

export interface StrayErrorOptions {
  /** Called at most once a minute for an application. */
  report: (app: string, error: unknown) => void;
  /** Applications that are served from their sources. */
  developed?: {
    /** The application that a stack leads to. */
    ownerOf(stack: string): string | undefined;
    /** Called for each error, because the developer wants to see all of them. */
    thrown(app: string, error: Error): void;
  };
  /** The application that owns a rejection without a stack. */
  visibleApp?: () => string | undefined;
  target?: Window;
}

/**
 * Reports errors of applications outside Vue: in timers, promises and listeners (design 9.7-53).
 * An error belongs to the application whose file is the first in its stack.
 * @returns call to stop
 */
export function watchStrayErrors(options: StrayErrorOptions): () => void {
  const { report, developed, visibleApp, target = window } = options;
  const shouldReport = createReportLimit();
  const attribute = (error: unknown, place: string, fallback?: string) => {
    const stack = stackOf(error) ?? place;
    const developer = developed?.ownerOf(stack);
    if (developer !== undefined && error instanceof Error) developed?.thrown(developer, error);
    const owner = developer ?? installedOwnerOf(stack);
    const app = owner ?? (stack === '' ? fallback : undefined);
    if (app && shouldReport(app)) report(app, error);
  };
  // A thrown value need not be an error, but the browser names the file.
  const onError = ({ error, filename }: ErrorEvent) => attribute(error, filename);
  const onRejection = ({ reason }: PromiseRejectionEvent) => attribute(reason, '', visibleApp?.());
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Reads `stack` of any thrown value; its getter may throw. */
function stackOf(thrown: unknown): string | undefined {
  try {
    const { stack } = thrown as { stack?: unknown };
    return typeof stack === 'string' ? stack : undefined;
  } catch {
    return undefined;
  }
}
