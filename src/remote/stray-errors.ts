/** At most one report a minute for one application. */
const PAUSE_MS = 60_000;
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
  const last = new Map<string, number>();
  const tell = (error: unknown) => {
    const app = REMOTE_FILE.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1];
    if (!app) return;
    const now = Date.now();
    if (now - (last.get(app) ?? -Infinity) < PAUSE_MS) return;
    last.set(app, now);
    report(app, error);
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
