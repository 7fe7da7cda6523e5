import { RemoteError } from '../errors.ts';
import { createPageLiveness } from './page-liveness.ts';
import { createLeftOut } from './left-out.ts';
import { createQuickReloads } from './quick-reloads.ts';
import { createRunningMark, readOtherMarks, type MarkedApp } from './running-mark.ts';

/** Keeps an application from blocking the shell at each start (design 16-24). */
export interface BootWatchdog {
  /** Code of the application is about to run. @returns call when it has run */
  enter(app: MarkedApp): () => void;
  /** A view of the application is visible. @returns call when it leaves */
  show(app: MarkedApp): () => void;
  /** @throws RemoteError REMOTE_LEFT_OUT if a page stopped responding while this build ran in it */
  check(app: MarkedApp): Promise<void>;
  /** Leaves this build of the application out from now on. */
  leaveOut(app: MarkedApp): void;
  /** Allows an application to run again. */
  readmit(code: string): void;
  stop(): void;
}

export interface BootWatchdogOptions {
  /** Default: the page. */
  page?: Window;
  /** Default: `localStorage`. */
  storage?: Storage;
  /** Called once for each application that is newly left out. */
  onLeftOut: (code: string) => void;
}

/**
 * Marks in the storage which applications run in a page, before their code is evaluated, and
 * removes the mark when the page responds or leaves. A page that an endless loop or a lack of
 * memory has stopped leaves its mark behind: those applications are left out at the next start,
 * until the user tries them again or another build is installed. The same happens to applications
 * that were visible when the user reloaded the page three times within 30 s. All browser functions
 * are taken before any application runs.
 */
export function createBootWatchdog(options: BootWatchdogOptions): BootWatchdog {
  const page = options.page ?? window;
  const storage = options.storage ?? page.localStorage;
  const id = crypto.randomUUID();
  const later = setTimeout.bind(globalThis);
  const leftOut = createLeftOut(storage);
  const mark = createRunningMark(storage, id);
  const others = readOtherMarks(storage, id);
  const liveness = createPageLiveness(id);
  const reloads = createQuickReloads(page);
  const suspects = new Set([...others.values(), reloads.suspects].flat().map(({ code }) => code));
  const judged = judge();

  async function judge(): Promise<void> {
    const alive = await liveness.alive([...others.keys()]);
    for (const app of reloads.suspects) if (leftOut.add(app)) options.onLeftOut(app.code);
    for (const [other, apps] of others) {
      if (alive.has(other)) continue;
      mark.forget(other);
      for (const app of apps) if (leftOut.add(app)) options.onLeftOut(app.code);
    }
  }

  const onVisibility = (): void => mark.setVisible(page.document.visibilityState !== 'hidden');
  const onLeave = (): void => {
    reloads.leave(mark.visible);
    mark.end();
  };
  page.document.addEventListener('visibilitychange', onVisibility);
  page.addEventListener('pagehide', onLeave);
  page.addEventListener('pageshow', mark.resume);

  return {
    enter(app) {
      const leave = mark.run(app);
      // The page responds again once a timer runs.
      return () => void later(leave, 0);
    },
    show: (app) => mark.show(app),
    async check(app) {
      if (suspects.has(app.code)) await judged;
      if (!leftOut.has(app)) return;
      throw new RemoteError({
        code: 'REMOTE_LEFT_OUT',
        stage: 'entry',
        app: app.code,
        message:
          'the page stopped responding, crashed, or was reloaded three times within 30 s ' +
          'while this application was running',
      });
    },
    leaveOut: (app) => void leftOut.add(app),
    readmit: (code) => leftOut.remove(code),
    stop() {
      page.document.removeEventListener('visibilitychange', onVisibility);
      page.removeEventListener('pagehide', onLeave);
      page.removeEventListener('pageshow', mark.resume);
      reloads.stop();
      liveness.close();
      mark.end();
    },
  };
}
