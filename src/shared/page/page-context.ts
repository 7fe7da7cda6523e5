import type { InjectionKey } from 'vue';
import { inject, onScopeDispose } from 'vue';

/** What a page may tell the frame around it. */
export interface PageContext {
  /** Names the tab and the document, for example after the record's name has been loaded. */
  setTitle(title: string): void;
  /** Marks unsaved input: the tab shows a dot, and leaving asks first. */
  setUnsaved(unsaved: boolean): void;
  /** Marks the tab with what the person should know of the page; undefined takes the mark away. */
  setMark(mark: PageMark | undefined): void;
}

/** An update of what is shown is available; it could not be loaded; what it belongs to has gone. */
export type PageMark = 'update' | 'failed' | 'gone';

export const pageContextKey: InjectionKey<PageContext> = Symbol('page-context');

const detached: PageContext = {
  setTitle: () => undefined,
  setUnsaved: () => undefined,
  setMark: () => undefined,
};

/** The frame of the page this is called in; does nothing where a page is shown without a frame. Its marks end with the caller. */
export function usePage(): PageContext {
  const page = inject(pageContextKey, detached);
  onScopeDispose(() => {
    page.setUnsaved(false);
    page.setMark(undefined);
  });
  return page;
}
