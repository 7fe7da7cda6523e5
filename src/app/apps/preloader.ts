import type { InjectionKey } from 'vue';
import { inject } from 'vue';
import { parseComponent } from '@/shared/menus/menu-component.ts';
import type { ViewUsage } from './view-usage.ts';

export interface PreloaderOptions {
  /** Fetches the files of an application without running them (design 9.8-66). */
  fetchApplication: (code: string) => Promise<unknown>;
  /** Loads the code and the messages of one of the shell's own pages. */
  loadPage: (feature: string, page: string) => Promise<unknown>;
  /** Loads parts that most pages are made of. */
  loadCommonParts: () => Promise<unknown>;
  usage: ViewUsage;
  /** Whether the person wants to save data. */
  savesData: () => boolean;
  /** Runs a callback when the browser is idle. */
  whenIdle: (work: () => void) => void;
}

/**
 * Fetches applications and the shell's pages before they are opened (design 5.2), each once, unless
 * the person saves data.
 */
export interface Preloader {
  /** Pointer or focus entered a menu. Its application or page is fetched after 80 ms. */
  soon(component: string | null | undefined): void;
  /** Pointer or focus left the menu. */
  readonly cancel: () => void;
  /** When idle, fetches the common parts, and what this person uses most of the components. */
  usual(components: ReadonlySet<string>): void;
}

const LINGER_MS = 80;
/** Opens after which a view counts as regularly used. */
const USUAL_TIMES = 3;
const USUAL_VIEWS = 4;

export function createPreloader(options: PreloaderOptions): Preloader {
  const { fetchApplication, loadPage, loadCommonParts, usage, savesData, whenIdle } = options;
  const begun = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function preload(component: string): void {
    const target = parseComponent(component);
    if (!target || savesData()) return;
    const { kind, owner, name } = target;
    const key = kind === 'remote' ? owner : component;
    if (begun.has(key)) return;
    begun.add(key);
    // Opening it retries, and shows the failure there.
    (kind === 'remote' ? fetchApplication(owner) : loadPage(owner, name)).catch(() => undefined);
  }

  return {
    soon(component) {
      clearTimeout(timer);
      if (component) timer = setTimeout(() => preload(component), LINGER_MS);
    },
    cancel: () => clearTimeout(timer),
    usual(components) {
      // A person who saves data waits for them when they are needed.
      if (!savesData()) whenIdle(() => void loadCommonParts().catch(() => undefined));
      const wanted = usage.mostUsed(USUAL_TIMES).filter((component) => components.has(component));
      for (const component of wanted.slice(0, USUAL_VIEWS)) whenIdle(() => preload(component));
    },
  };
}

const none: Preloader = { soon: () => undefined, cancel: () => undefined, usual: () => undefined };

export const preloaderKey: InjectionKey<Preloader> = Symbol('preloader');

/** The shell's preloader, or one that does nothing. */
export const usePreloader = (): Preloader => inject(preloaderKey, none);
