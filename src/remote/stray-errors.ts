import { createReportLimit } from './report-limit.ts';

const REMOTE_FILE = /\/remote-apps\/([a-z][a-z0-9-]*)\//;

/**
 * Watches for errors of remotes outside Vue: timers, rejections, listeners (design 9.7-53). One belongs to the application whose file is
 * the first in its stack.
 * @returns how to stop
 */
export function watchStrayErrors(
  report: (app: string, error: unknown) => void,
  target: Window = window,
): () => void {
  const mayTell = createReportLimit();
  const tell = (error: unknown) => {
    const app = REMOTE_FILE.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1];
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
