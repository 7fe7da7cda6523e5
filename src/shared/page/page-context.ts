import type { InjectionKey } from 'vue';
import { inject, onScopeDispose } from 'vue';

/** What a page may tell the frame around it. */
export interface PageContext {
  /** Names the tab and the document, for example after the record's name has been loaded. */
  setTitle(title: string): void;
  /** Marks unsaved input: the tab shows a dot, and leaving asks first. */
  setUnsaved(unsaved: boolean): void;
}

export const pageContextKey: InjectionKey<PageContext> = Symbol('page-context');

const detached: PageContext = { setTitle: () => undefined, setUnsaved: () => undefined };

/** The frame of the page this is called in; does nothing where a page is shown without a frame. The unsaved mark ends with the caller. */
export function usePage(): PageContext {
  const page = inject(pageContextKey, detached);
  onScopeDispose(() => page.setUnsaved(false));
  return page;
}
