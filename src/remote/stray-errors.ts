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
 * @param inSight the application whose view is in sight: rejections that lead nowhere count as its
 * @returns how to stop
 */
export function watchStrayErrors(
  report: (app: string, error: unknown) => void,
  developed?: DevelopedErrors,
  inSight: () => string | undefined = () => undefined,
  target: Window = window,
): () => void {
  const mayTell = createReportLimit();
  const tell = (error: unknown, place: string, fallback?: string) => {
    const stack = stackOf(error) ?? place;
    const developer = developed?.ownerOf(stack);
    if (developer !== undefined && error instanceof Error) developed?.thrown(developer, error);
    const owner = developer ?? REMOTE_FILE.exec(stack)?.[1];
    // A rejection with something else than an error leads nowhere.
    const app = owner ?? (stack === '' ? fallback : undefined);
    if (app && mayTell(app)) report(app, error);
  };
  // What is thrown need not be an error: the browser says in which file it was.
  const onError = ({ error, filename }: ErrorEvent) => tell(error, filename);
  const onRejection = ({ reason }: PromiseRejectionEvent) => tell(reason, '', inSight());
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Of anything that was thrown. */
function stackOf(thrown: unknown): string | undefined {
  try {
    const { stack } = thrown as { stack?: unknown };
    return typeof stack === 'string' ? stack : undefined;
  } catch {
    return undefined;
  }
}
