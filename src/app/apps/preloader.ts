import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import { parseComponent } from '../router/menu-routes.ts';
import type { ViewUsage } from './view-usage.ts';

export interface PreloaderOptions {
  /** Fetches the files of an application without running them (design 9.8-66). */
  fetch: (code: string) => Promise<unknown>;
  usage: ViewUsage;
  /** Whether the person wants to save data. */
  savesData: () => boolean;
  /** Runs a callback when the browser is idle. */
  whenIdle: (work: () => void) => void;
}

/**
 * Fetches applications before they are opened (design 5.2), each once, unless the person saves
 * data.
 */
export interface Preloader {
  /** Pointer or focus entered a menu. Its application is fetched after 80 ms. */
  soon(component: string | null | undefined): void;
  /** Pointer or focus left the menu. */
  readonly cancel: () => void;
  /** Fetches this person's most used applications among the given components, when idle. */
  usual(components: ReadonlySet<string>): void;
}

const LINGER_MS = 80;
/** Opens after which a view counts as regularly used. */
const USUAL_TIMES = 3;
const USUAL_VIEWS = 2;

export function createPreloader({ fetch, usage, savesData, whenIdle }: PreloaderOptions): Preloader {
  const begun = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function preload(component: string): void {
    const target = parseComponent(component);
    if (target?.kind !== 'remote' || begun.has(target.owner) || savesData()) return;
    begun.add(target.owner);
    // Opening the view retries, and shows the failure there.
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

/** The shell's preloader, or one that does nothing. */
export const usePreloader = (): Preloader => inject(preloaderKey, none);
