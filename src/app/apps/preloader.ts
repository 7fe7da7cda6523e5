import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import { parseComponent } from '../router/menu-routes.ts';
import type { ViewUsage } from './view-usage.ts';

export interface PreloaderOptions {
  /** Fetches an application, and runs nothing of it (design 9.8-66). */
  fetch: (code: string) => Promise<unknown>;
  usage: ViewUsage;
  /** Whether the person wants to save data. */
  savesData: () => boolean;
  /** Calls back when the browser has nothing else to do. */
  whenIdle: (work: () => void) => void;
}

/** Fetches applications before they are opened (design 5.2): never twice, and not for people who save data. */
export interface Preloader {
  /** The pointer or the focus has come to a menu; after 80 ms its application is fetched. */
  soon(component: string | null | undefined): void;
  /** It has left again. */
  readonly cancel: () => void;
  /** Fetches what this person uses most, of what is among the components given, when nothing else is to be done. */
  usual(components: ReadonlySet<string>): void;
}

const LINGER_MS = 80;
/** What was opened so often is probably opened again. */
const USUAL_TIMES = 3;
const USUAL_VIEWS = 2;

export function createPreloader({ fetch, usage, savesData, whenIdle }: PreloaderOptions): Preloader {
  const begun = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function preload(component: string): void {
    const target = parseComponent(component);
    if (target?.kind !== 'remote' || begun.has(target.owner) || savesData()) return;
    begun.add(target.owner);
    // An opening tries again, and shows the failure there.
    fetch(target.owner).catch(() => undefined);
  }

  return {
    soon(component) {
      clearTimeout(timer);
      if (component) timer = setTimeout(() => preload(component), LINGER_MS);
    },
    cancel: () => clearTimeout(timer),
    usual(components) {
      const wanted = usage.mostUsed(USUAL_TIMES).filter((component) => components.has(component));
      for (const component of wanted.slice(0, USUAL_VIEWS)) whenIdle(() => preload(component));
    },
  };
}

const none: Preloader = { soon: () => undefined, cancel: () => undefined, usual: () => undefined };

export const preloaderKey: InjectionKey<Preloader> = Symbol('preloader');

/** The shell's preloader; one that does nothing where there is none. */
export const usePreloader = (): Preloader => inject(preloaderKey, none);
