import type { InjectionKey } from 'vue';
import { inject, onScopeDispose } from 'vue';

/** Interface of a page to the frame around it. */
export interface PageContext {
  /** Marks unsaved input: the tab shows a dot, and leaving asks first. */
  setUnsaved(unsaved: boolean): void;
  /** Sets or, with undefined, removes the mark of the tab. */
  setMark(mark: PageMark | undefined): void;
  /** The address of the open page of a path, with its filters; the path where none is open. */
  addressOf(path: string): string;
}

/** An update is available; the page failed to load; its application was removed. */
export type PageMark = 'update' | 'failed' | 'gone';

export const pageContextKey: InjectionKey<PageContext> = Symbol('page-context');

const detached: PageContext = {
  setUnsaved: () => undefined,
  setMark: () => undefined,
  addressOf: (path) => path,
};

/** The frame of the current page; inert without a frame. Marks end with the calling component. */
export function usePage(): PageContext {
  const page = inject(pageContextKey, detached);
  onScopeDispose(() => {
    page.setUnsaved(false);
    page.setMark(undefined);
  });
  return page;
}
