import type { DevelopedEntry, DevelopmentHooks, RemoteI18n } from '@platform/remote-app';
import { shallowReactive } from 'vue';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import type { StyleLoader } from '../styles/style-loader.ts';
import { keepScroll } from '../view/keep-scroll.ts';
import type { ShownProblem } from './shown-problem.ts';

/** What applications that are served from their sources do to this page (design 5.4). */
export interface Development {
  /** Application code → its last problem, until it is mended or dismissed. */
  readonly problems: Map<string, ShownProblem>;
  /** Marks the entries of applications that are to be loaded anew. */
  mark(apps: readonly RemoteAppDescriptor[]): readonly RemoteAppDescriptor[];
  /** Reactive: another number after each change of an application's sources. */
  changesOf(code: string): number;
  /** Shows problems from now on. */
  connect(code: string, entry: DevelopedEntry): Promise<void>;
  hooksFor(code: string): DevelopmentHooks;
  /** The application whose sources a stack names; undefined where they are those of none that is developed. */
  ownerOf(stack: string): string | undefined;
  /** Tells where in the sources an error was thrown; nothing for an application that is not developed. */
  thrown(code: string, error: unknown): void;
  dispose(): void;
}

export interface DevelopmentOptions {
  /** Reads the list of applications anew. */
  refresh: () => Promise<void>;
  styles: Pick<StyleLoader, 'place'>;
  texts: RemoteI18n;
  nameOf: (code: string) => string;
}

export function createDevelopment({ refresh, styles, texts, nameOf }: DevelopmentOptions): Development {
  const problems = shallowReactive(new Map<string, ShownProblem>());
  const changes = shallowReactive(new Map<string, number>());
  const reloads = new Map<string, number>();
  /** Application code → address of the server that its sources come from. */
  const servers = new Map<string, string>();
  /** Counts the changes that have begun: what an earlier one threw is not told of a later one. */
  const begun = new Map<string, number>();
  const entries = new Map<string, DevelopedEntry>();
  const sheets = new Map<string, () => void>();
  const endings: (() => void)[] = [];
  let turns = 0;
  let showing: Promise<void> | undefined;

  async function showProblems(): Promise<void> {
    const { mountProblems } = await import('./mount-problems.ts');
    endings.push(mountProblems({ problems, texts, nameOf }));
  }

  function setStyle(code: string, id: string, css: string | undefined, base: string): void {
    const key = `${code} ${id}`;
    const remove = sheets.get(key);
    if (css === undefined) sheets.delete(key);
    else sheets.set(key, styles.place(code, css, base));
    remove?.();
  }

  function begin(code: string): void {
    begun.set(code, (begun.get(code) ?? 0) + 1);
    problems.delete(code);
  }

  function thrown(code: string, error: unknown): void {
    const entry = entries.get(code);
    if (!entry || !(error instanceof Error)) return;
    const change = begun.get(code);
    const turn = ++turns;
    void entry
      .locate(error)
      .catch(() => undefined)
      .then((place) => {
        if (begun.get(code) !== change) return;
        // What follows from the first is no help, unless only it leads to a source.
        const shown = problems.get(code);
        const isBetter =
          shown?.kind === 'run' && place && (shown.file === undefined || turn < (shown.turn ?? turn));
        if (!shown || isBetter)
          problems.set(code, { ...(place ?? { message: error.message }), kind: 'run', turn });
      });
  }

  return {
    problems,
    changesOf: (code) => changes.get(code) ?? 0,
    mark: (apps) =>
      apps.map((app) => {
        const { origin } = new URL(app.entry, location.href);
        if (origin !== location.origin) servers.set(app.code, `${origin}/`);
        const reload = reloads.get(app.code);
        if (reload === undefined || app.build === undefined) return app;
        return { ...app, entry: `${app.entry}${app.entry.includes('?') ? '&' : '?'}reload=${reload}` };
      }),
    async connect(code, entry) {
      entries.set(code, entry);
      await (showing ??= showProblems());
    },
    hooksFor(code) {
      let restore: (() => void)[] = [];
      return {
        reload() {
          begin(code);
          reloads.set(code, Date.now());
          void refresh();
        },
        broken: (problem) => void problems.set(code, { ...problem, kind: 'source' }),
        updating() {
          begin(code);
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
    ownerOf: (stack) => [...servers].find(([, address]) => stack.includes(address))?.[0],
    thrown,
    dispose() {
      for (const end of [...endings, ...sheets.values()]) end();
    },
  };
}
