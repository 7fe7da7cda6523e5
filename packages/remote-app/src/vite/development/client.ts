import type { ErrorPayload, Update } from 'vite';
import type { DevelopedEntry, DevelopmentHooks, SourceProblem } from '../../development.ts';
import { problemOf } from './source-problem.ts';

/** Vue's hot-reload API of its development build. */
interface VueHotReload {
  createRecord(): boolean;
  rerender(): void;
  reload(): void;
}

interface ClientParts {
  /** Hot context of the module that creates the client. */
  readonly hot:
    | { on(event: string, listener: (payload: ErrorPayload & { updates: Update[] }) => void): void }
    | undefined;
  /** Address of the development server, with a trailing slash. */
  readonly base: string;
  /** The application's folder, with a trailing slash. */
  readonly folder: string;
}

/** The client of an application's development server in the page of the shell (design 5.4). */
export class DevelopmentClient implements Omit<DevelopedEntry, 'load'> {
  readonly #base: string;
  readonly #styles = new Map<string, string>();
  #shared: Readonly<Record<string, object>> = {};
  #hooks: DevelopmentHooks | undefined;
  /** Whether a source of the current update failed to compile. */
  #failed = false;
  /** Whether a module of an earlier update threw, so that its update handlers are lost. */
  #threw = false;
  #updates = 0;

  constructor({ hot, base, folder }: ClientParts) {
    this.#base = base;
    hot?.on('vite:error', ({ err }) => {
      this.#failed = true;
      this.#hooks?.broken(problemOf(err, folder));
    });
    hot?.on('vite:beforeUpdate', () => {
      this.#failed = false;
      this.#updates++;
      this.#hooks?.updating();
    });
    hot?.on('vite:afterUpdate', ({ updates }) => void this.#settle(updates));
    hot?.on('platform:reload', () => this.reload());
    this.#replaceMissingHotReload();
  }

  develop(shared: Readonly<Record<string, object>>, hooks: DevelopmentHooks): void {
    this.#shared = shared;
    this.#hooks = hooks;
    for (const [id, css] of this.#styles) hooks.style(id, css, this.#base);
  }

  /** @throws Error for a module that the shell does not share */
  shared(name: string): Readonly<Record<string, unknown>> {
    const module = this.#shared[name];
    if (module) return module as Readonly<Record<string, unknown>>;
    throw new Error(`The shell does not share ${name}.`);
  }

  reload(): void {
    this.#threw = false;
    this.#hooks?.reload();
  }

  updateStyle(id: string, css: string): void {
    this.#styles.set(id, css);
    this.#hooks?.style(id, css, this.#base);
  }

  removeStyle(id: string): void {
    this.#styles.delete(id);
    this.#hooks?.style(id, undefined, this.#base);
  }

  async locate({ message, stack }: Error): Promise<SourceProblem | undefined> {
    if (!stack?.includes(this.#base)) return undefined;
    const response = await fetch(`${this.#base}~locate`, { method: 'POST', body: stack });
    if (!response.ok) return undefined;
    return { message, ...((await response.json()) as Omit<SourceProblem, 'message'>) };
  }

  async #settle(updates: readonly Update[]): Promise<void> {
    // The last working version keeps running; rendering it again would repeat the error.
    if (this.#failed) return;
    const update = this.#updates;
    const thrown = await this.#thrownBy(updates);
    if (update !== this.#updates || this.#failed) return;
    if (thrown !== undefined) {
      this.#threw = true;
      this.#hooks?.threw(thrown);
    } else if (this.#threw) {
      this.reload();
    } else this.#hooks?.updated();
  }

  /** Vite logs errors of modules to the console only; importing them again yields the error. */
  async #thrownBy(updates: readonly Update[]): Promise<unknown> {
    for (const { type, acceptedPath, timestamp, explicitImportRequired } of updates) {
      if (type !== 'js-update') continue;
      const [path = '', query] = acceptedPath.split('?');
      const mark = `${explicitImportRequired ? 'import&' : ''}t=${timestamp}${query ? `&${query}` : ''}`;
      try {
        await import(/* @vite-ignore */ `${this.#base}${path.slice(1)}?${mark}`);
      } catch (error) {
        return error;
      }
    }
    return undefined;
  }

  /** Vue's production build in a built shell cannot replace components: reload the application. */
  #replaceMissingHotReload(): void {
    const page = globalThis as { __VUE_HMR_RUNTIME__?: VueHotReload };
    const reload = (): void => this.reload();
    page.__VUE_HMR_RUNTIME__ ??= { createRecord: () => false, rerender: reload, reload };
  }
}
