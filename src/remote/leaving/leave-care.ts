import type { RemoteConfirm, RemoteI18n } from '@platform/remote-app';

/** Milliseconds that a guard may take without having asked a person. */
const HANGING_MS = 3_000;
/** Two refusals within this are a trap, whatever a person has answered. */
const AGAIN_MS = 10_000;
const ANSWERS = ['pointerdown', 'keydown'] as const;
/** A question of the application's own that a person may be answering. */
const DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"]';

export interface LeaveCareOptions {
  confirm: RemoteConfirm;
  texts: RemoteI18n;
  nameOf(this: void, code: string): string;
  /** Told of what a guard throws. */
  report(this: void, app: string, error: unknown, where: string): void;
  page?: Document;
}

/** Keeps applications from holding a person on their pages. */
export interface LeaveCare {
  /**
   * Runs a guard that decides whether a page of the application may be left. One that hangs for 3 s, throws, or refuses without having
   * asked anybody, is not the last word: the shell asks "Leave anyway?" and names the application.
   * @param refuses whether an outcome keeps the person there
   * @param path the page that is to be left
   */
  run<T>(
    app: string,
    path: string,
    guard: () => T | Promise<T>,
    refuses: (outcome: T) => boolean,
  ): Promise<T | boolean>;
}

export function createLeaveCare(options: LeaveCareOptions): LeaveCare {
  const { confirm, texts, nameOf, report, page = document } = options;
  /** Path → when it was last refused to leave it. */
  const refusals = new Map<string, number>();
  /** Paths whose guards are at work. */
  const waiting = new Map<string, number>();
  const later = setTimeout.bind(globalThis);
  const now = Date.now.bind(Date);

  async function ask(app: string): Promise<boolean> {
    return confirm({
      title: texts.t('leave.title'),
      text: texts.t('leave.text', { app: nameOf(app) }),
      confirmText: texts.t('leave.anyway'),
      type: 'warning',
    });
  }

  /** Resolves once nothing has come of the guard for a while, and no person is being asked. */
  async function hanging(isOver: () => boolean): Promise<'hangs'> {
    do await new Promise((resolve) => later(resolve, HANGING_MS));
    while (!isOver() && isAsking(page));
    return 'hangs';
  }

  async function guarded<T>(app: string, guard: () => T | Promise<T>): Promise<{ outcome: T } | 'fails'> {
    try {
      return { outcome: await guard() };
    } catch (error) {
      report(app, error, 'leave guard');
      return 'fails';
    }
  }

  return {
    async run(app, path, guard, refuses) {
      const answered = watchAnswers(page);
      let over = false;
      const again = (waiting.get(path) ?? 0) > 0;
      waiting.set(path, (waiting.get(path) ?? 0) + 1);
      try {
        const decided = again ? 'hangs' : await Promise.race([guarded(app, guard), hanging(() => over)]);
        if (decided === 'hangs' || decided === 'fails') return await ask(app);
        if (!refuses(decided.outcome)) return decided.outcome;
        const before = refusals.get(path) ?? -Infinity;
        refusals.set(path, now());
        return answered.some() && now() - before > AGAIN_MS ? decided.outcome : await ask(app);
      } finally {
        over = true;
        answered.stop();
        waiting.set(path, (waiting.get(path) ?? 1) - 1);
      }
    },
  };
}

function isAsking(page: Document): boolean {
  return [...page.querySelectorAll<HTMLElement>(DIALOG)].some((dialog) => dialog.checkVisibility());
}

/** Whether a person has done something since. */
function watchAnswers(page: Document): { some(): boolean; stop(): void } {
  let some = false;
  const note = ({ isTrusted }: Event): void => {
    some ||= isTrusted;
  };
  for (const type of ANSWERS) page.addEventListener(type, note, true);
  return {
    some: () => some,
    stop() {
      for (const type of ANSWERS) page.removeEventListener(type, note, true);
    },
  };
}
