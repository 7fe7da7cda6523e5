import type { DevelopedEntry, DevelopmentHooks, RemoteI18n } from '@platform/remote-app';
import { shallowReactive } from 'vue';
import type { StyleLoader } from '../styles/style-loader.ts';
import { keepScroll } from '../view/keep-scroll.ts';
import type { DevelopmentServers } from './development-servers.ts';
import type { ShownProblem } from './shown-problem.ts';

/**
 * Hot updates and error overlay of applications that are served from their sources (design 5.4).
 */
export interface Development {
  /** Application code → its latest problem, until it is fixed or dismissed. */
  readonly problems: Map<string, ShownProblem>;
  /** Number of source changes applied to an application; reactive. */
  changesOf(code: string): number;
  /** Starts to show problems of the application. */
  connect(code: string, entry: DevelopedEntry): Promise<void>;
  hooksFor(code: string): DevelopmentHooks;
  /** Shows where in the sources an error was thrown; does nothing for a built application. */
  thrown(this: void, code: string, error: unknown): void;
  dispose(): void;
}

export interface DevelopmentOptions {
  servers: Pick<DevelopmentServers, 'markForReload'>;
  /** Fetches the list of applications again. */
  refresh: () => Promise<unknown>;
  styles: Pick<StyleLoader, 'place'>;
  texts: RemoteI18n;
  nameOf: (code: string) => string;
}

export function createDevelopment(options: DevelopmentOptions): Development {
  const { servers, refresh, styles, texts, nameOf } = options;
  const problems = shallowReactive(new Map<string, ShownProblem>());
  const changes = shallowReactive(new Map<string, number>());
  /**
   * Counts the updates that have started: an error of an earlier update is not shown for a later
   * one.
   */
  const started = new Map<string, number>();
  const entries = new Map<string, DevelopedEntry>();
  const sheets = new Map<string, () => void>();
  const disposals: (() => void)[] = [];
  let thrownErrors = 0;
  let showing: Promise<void> | undefined;

  async function showProblems(): Promise<void> {
    const { mountProblems } = await import('./mount-problems.ts');
    disposals.push(mountProblems({ problems, texts, nameOf }));
  }

  function setStyle(code: string, id: string, css: string | undefined, base: string): void {
    const key = `${code} ${id}`;
    const remove = sheets.get(key);
    if (css === undefined) sheets.delete(key);
    else sheets.set(key, styles.place(code, css, base));
    remove?.();
  }

  function startUpdate(code: string): void {
    started.set(code, (started.get(code) ?? 0) + 1);
    problems.delete(code);
  }

  function thrown(code: string, error: unknown): void {
    const entry = entries.get(code);
    if (!entry || !(error instanceof Error)) return;
    const update = started.get(code);
    const order = ++thrownErrors;
    void entry
      .locate(error)
      .catch(() => undefined)
      .then((place) => {
        if (started.get(code) !== update) return;
        // Later errors are consequences of the first, unless the first has no source position.
        const shown = problems.get(code);
        const isBetter =
          shown?.kind === 'run' && place && (shown.file === undefined || order < (shown.order ?? order));
        if (!shown || isBetter)
          problems.set(code, { ...(place ?? { message: error.message }), kind: 'run', order });
      });
  }

  return {
    problems,
    changesOf: (code) => changes.get(code) ?? 0,
    async connect(code, entry) {
      entries.set(code, entry);
      await (showing ??= showProblems());
    },
    hooksFor(code) {
      let restore: (() => void)[] = [];
      return {
        reload() {
          startUpdate(code);
          servers.markForReload(code);
          void refresh();
        },
        broken: (problem) => void problems.set(code, { ...problem, kind: 'source' }),
        updating() {
          startUpdate(code);
          const views = document.querySelectorAll<HTMLElement>(`[data-app="${code}"]`);
          restore = Array.from(views, (view) => keepScroll(view));
        },
        threw: (error) => thrown(code, error),
        updated() {
          changes.set(code, (changes.get(code) ?? 0) + 1);
          for (const scroll of restore) scroll();
        },
        style: (id, css, base) => setStyle(code, id, css, base),
      };
    },
    thrown,
    dispose() {
      for (const dispose of [...disposals, ...sheets.values()]) dispose();
    },
  };
}
