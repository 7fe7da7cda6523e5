import { RemoteError } from '../errors.ts';
import { askOthers } from './ask-others.ts';
import { createLeftOut } from './left-out.ts';
import { createQuickReloads } from './quick-reloads.ts';
import { createRunningMark, readOtherMarks, type MarkedApp } from './running-mark.ts';

/** Keeps an application from stopping the shell at each start (design 16-24). */
export interface BootWatchdog {
  /** Code of the application is about to run. @returns to be called when it has run */
  enter(app: MarkedApp): () => void;
  /** A view of it is in sight. @returns to be called when it has left */
  show(app: MarkedApp): () => void;
  /** @throws RemoteError REMOTE_LEFT_OUT when a page stopped while this build of the application ran there */
  check(app: MarkedApp): Promise<void>;
  /** Leaves an application out from now on. */
  leaveOut(app: MarkedApp): void;
  /** Lets an application run again that was left out. */
  readmit(code: string): void;
  stop(): void;
}

export interface BootWatchdogOptions {
  /** Default: the page. */
  page?: Window;
  /** Default: `localStorage`. */
  storage?: Storage;
  /** Told once of each application that is left out from now on. */
  onLeftOut: (code: string) => void;
}

/**
 * Writes down which applications run in a page, before their code is evaluated, and crosses them out when the page goes its way. A page
 * that an endless loop stopped, or that ran out of memory, does neither: what its mark names is left out at the next start, until
 * a person wants it back or another build of it is there. So is one in whose sight a person loaded the page anew three times within 30 s. Whatever it needs of the browser is taken before any application runs.
 */
export function createBootWatchdog(options: BootWatchdogOptions): BootWatchdog {
  const page = options.page ?? window;
  const storage = options.storage ?? page.localStorage;
  const id = crypto.randomUUID();
  const later = setTimeout.bind(globalThis);
  const leftOut = createLeftOut(storage);
  const mark = createRunningMark(storage, id);
  const others = readOtherMarks(storage, id);
  const channel = askOthers(id);
  const reloads = createQuickReloads(page);
  const suspects = new Set([...others.values(), reloads.suspects].flat().map(({ code }) => code));
  const judged = judge();

  async function judge(): Promise<void> {
    const alive = await channel.alive([...others.keys()]);
    for (const app of reloads.suspects) if (leftOut.add(app)) options.onLeftOut(app.code);
    for (const [other, apps] of others) {
      if (alive.has(other)) continue;
      mark.forget(other);
      for (const app of apps) if (leftOut.add(app)) options.onLeftOut(app.code);
    }
  }

  const follow = (): void => mark.setSight(page.document.visibilityState !== 'hidden');
  const leave = (): void => {
    reloads.leave(mark.shown);
    mark.end();
  };
  page.document.addEventListener('visibilitychange', follow);
  page.addEventListener('pagehide', leave);
  page.addEventListener('pageshow', mark.resume);

  return {
    enter(app) {
      const leave = mark.run(app);
      // The first beat: the page answers again.
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
          'the page stopped answering, ended without notice, or was reloaded three times within 30 s, ' +
          'while this application ran in it',
      });
    },
    leaveOut: (app) => void leftOut.add(app),
    readmit: (code) => leftOut.remove(code),
    stop() {
      page.document.removeEventListener('visibilitychange', follow);
      page.removeEventListener('pagehide', leave);
      page.removeEventListener('pageshow', mark.resume);
      reloads.stop();
      channel.close();
      mark.end();
    },
  };
}
