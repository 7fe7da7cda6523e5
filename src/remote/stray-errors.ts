import { createReportLimit } from './report-limit.ts';

const REMOTE_FILE = /\/remote-apps\/([a-z][a-z0-9-]*)\//;

/** What is known of applications that are served from their sources. */
export interface DevelopedErrors {
  /** The application that a stack leads to. */
  ownerOf(stack: string): string | undefined;
  /** Told of each error: who develops wants to see it. */
  thrown(app: string, error: Error): void;
}

/**
 * Watches for errors of remotes outside Vue: timers, rejections, listeners (design 9.7-53). One belongs to the application whose file is
 * the first in its stack.
 * @param report told once a minute for an application
 * @returns how to stop
 */
export function watchStrayErrors(
  report: (app: string, error: unknown) => void,
  developed?: DevelopedErrors,
  target: Window = window,
): () => void {
  const mayTell = createReportLimit();
  const tell = (error: unknown) => {
    if (!(error instanceof Error) || error.stack === undefined) return;
    const developer = developed?.ownerOf(error.stack);
    if (developer !== undefined) developed?.thrown(developer, error);
    const app = developer ?? REMOTE_FILE.exec(error.stack)?.[1];
    if (app && mayTell(app)) report(app, error);
  };
  const onError = (event: ErrorEvent) => tell(event.error);
  const onRejection = (event: PromiseRejectionEvent) => tell(event.reason);
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
