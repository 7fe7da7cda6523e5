import type { ErrorPayload, Update } from 'vite';
import type { DevelopedEntry, DevelopmentHooks, SourceProblem } from '../../development.ts';
import { problemOf } from './source-problem.ts';

/** What Vue's development build puts on the page. */
interface VueHotReload {
  createRecord(): boolean;
  rerender(): void;
  reload(): void;
}

interface ClientParts {
  /** The hot context of the module that makes the client. */
  readonly hot:
    | { on(event: string, listener: (payload: ErrorPayload & { updates: Update[] }) => void): void }
    | undefined;
  /** Address of the development server, with a slash at its end. */
  readonly base: string;
  /** The application's folder on the development server, with a slash at its end. */
  readonly folder: string;
}

/** The part of an application's development server that runs in the page of the shell. (design 5.4) */
export class DevelopmentClient implements Omit<DevelopedEntry, 'load'> {
  readonly #base: string;
  readonly #styles = new Map<string, string>();
  #shared: Readonly<Record<string, object>> = {};
  #hooks: DevelopmentHooks | undefined;
  /** Whether a source of the update that is under way cannot be compiled. */
  #failed = false;
  /** Whether a module of a former update threw when it was evaluated: what it accepts is lost with it. */
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
    // What ran before goes on: drawn anew, it would throw once more what the person has been told of.
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

  /** Vite tells only the console of what modules throw. Under the addresses that it used, the browser says it again. */
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

  /** A shell that was built has Vue's production build, which replaces no components: the application is loaded anew. */
  #replaceMissingHotReload(): void {
    const page = globalThis as { __VUE_HMR_RUNTIME__?: VueHotReload };
    const reload = (): void => this.reload();
    page.__VUE_HMR_RUNTIME__ ??= { createRecord: () => false, rerender: reload, reload };
  }
}
