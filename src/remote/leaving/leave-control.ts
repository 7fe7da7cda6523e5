import type { RemoteConfirm, RemoteI18n } from '@platform/remote-app';

/** Milliseconds that a guard may take without asking the user. */
const PATIENCE_MS = 3_000;
/** Two refusals within this time are a trap, even if the user has answered a question. */
const TRAP_MS = 10_000;
const ANSWER_EVENTS = ['pointerdown', 'keydown'] as const;
/** A dialog of the application that the user may be answering. */
const DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"]';

export interface LeaveControlOptions {
  confirm: RemoteConfirm;
  texts: RemoteI18n;
  nameOf(this: void, code: string): string;
  /** Called with errors of guards. */
  report(this: void, app: string, error: unknown, where: string): void;
  page?: Document;
}

/** Keeps applications from trapping the user on their pages. */
export interface LeaveControl {
  /**
   * Runs a guard that decides whether the user may leave a page of the application. If it hangs for
   * 3 s, throws, or refuses without asking, the shell asks "Leave anyway?".
   * @param path the current page
   * @param refuses whether an outcome keeps the user on the page
   */
  run<T>(
    app: string,
    path: string,
    guard: () => T | Promise<T>,
    refuses: (outcome: T) => boolean,
  ): Promise<T | boolean>;
}

export function createLeaveControl(options: LeaveControlOptions): LeaveControl {
  const { confirm, texts, nameOf, report, page = document } = options;
  /** Path → time of the last refusal. */
  const refusals = new Map<string, number>();
  /** Path → number of running guards. */
  const running = new Map<string, number>();
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

  /** Resolves once the guard has taken too long and shows no dialog. */
  async function timeout(isSettled: () => boolean): Promise<'hangs'> {
    do await new Promise((resolve) => later(resolve, PATIENCE_MS));
    while (!isSettled() && hasOpenDialog(page));
    return 'hangs';
  }

  async function runGuard<T>(app: string, guard: () => T | Promise<T>): Promise<{ outcome: T } | 'fails'> {
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
      let settled = false;
      const again = (running.get(path) ?? 0) > 0;
      running.set(path, (running.get(path) ?? 0) + 1);
      try {
        const decided = again ? 'hangs' : await Promise.race([runGuard(app, guard), timeout(() => settled)]);
        if (decided === 'hangs' || decided === 'fails') return await ask(app);
        if (!refuses(decided.outcome)) return decided.outcome;
        const before = refusals.get(path) ?? -Infinity;
        refusals.set(path, now());
        return answered.some() && now() - before > TRAP_MS ? decided.outcome : await ask(app);
      } finally {
        settled = true;
        answered.stop();
        running.set(path, (running.get(path) ?? 1) - 1);
      }
    },
  };
}

function hasOpenDialog(page: Document): boolean {
  return [...page.querySelectorAll<HTMLElement>(DIALOG)].some((dialog) => dialog.checkVisibility());
}

/** Records whether the user has pressed a key or button since. */
function watchAnswers(page: Document): { some(): boolean; stop(): void } {
  let some = false;
  const record = ({ isTrusted }: Event): void => {
    some ||= isTrusted;
  };
  for (const type of ANSWER_EVENTS) page.addEventListener(type, record, true);
  return {
    some: () => some,
    stop() {
      for (const type of ANSWER_EVENTS) page.removeEventListener(type, record, true);
    },
  };
}
