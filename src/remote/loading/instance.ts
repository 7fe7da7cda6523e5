import type { Component } from 'vue';
import { readonly, ref, shallowRef, type Ref } from 'vue';
import type { Pinia } from 'pinia';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import type { Disposer } from '../disposer.ts';
import type { RemoteError } from '../errors.ts';
import type { AddedSheets } from '../styles/added-sheets.ts';
import type { Sight } from '../effects/sight.ts';
import type { BootWatchdog } from '../watchdog/boot-watchdog.ts';
import type { RemoteViews } from './install.ts';
import { resolveView, viewOf } from './view.ts';

/** What has become of an application that a tenant has. */
export type Change =
  | {
      kind: 'updated';
      version: string;
      /** Whether it has been built anew by its developer, who wants to see that at once. */
      developed?: boolean;
    }
  | { kind: 'removed' };

/** Why what is loaded is no longer the application that the tenant has, or may not go on. */
export type Expiry = Change | { kind: 'ended'; error: RemoteError };

/** One application, loaded and installed. */
export interface RemoteInstance {
  readonly app: RemoteAppDescriptor;
  readonly pinia: Pinia;
  /** True once it is disposed; its views are then shown anew by a later instance. */
  readonly disposed: Readonly<Ref<boolean>>;
  /** Set once the application has been upgraded or taken away; views on screen decide when they let go. */
  readonly expired: Readonly<Ref<Expiry | undefined>>;
  /** The component of a view; a chunk that failed is not remembered. */
  view(key: string): Promise<Component>;
  /** Says that a view is on screen; returns how to say that it has left. */
  retain(): () => void;
  /** Says that a view is in sight; returns how to say that it is out of sight, or kept. */
  show(): () => void;
  /** Says that a view has been drawn: its code has run. */
  drawn(): void;
  /** Disposes as soon as none of its views is on screen. */
  retire(): void;
  /** Tells the views, and retires. */
  expire(expiry: Expiry): void;
  /** Disposes now. */
  dispose(): void;
}

export interface InstanceParts {
  app: RemoteAppDescriptor;
  views: RemoteViews;
  pinia: Pinia;
  disposer: Disposer;
  fetch: typeof fetch;
  styles: AddedSheets;
  watchdog: BootWatchdog;
  sight: Sight;
  /** Called when code of the application has run. @param shown whether a view of it is on screen now */
  lookAfter: (app: string, shown?: boolean) => void;
}

export function createInstance({
  app,
  views,
  pinia,
  disposer,
  fetch,
  styles,
  watchdog,
  sight,
  lookAfter,
}: InstanceParts): RemoteInstance {
  const components = new Map<string, Promise<Component>>();
  const disposed = ref(false);
  const expired = shallowRef<Expiry>();
  let onScreen = 0;
  let retired = false;

  function dispose(): void {
    if (disposed.value) return;
    disposed.value = true;
    disposer.dispose();
  }

  function retire(): void {
    retired = true;
    if (onScreen === 0) dispose();
  }

  return {
    app,
    pinia,
    disposed: readonly(disposed),
    expired,
    dispose,
    async view(key) {
      const known = components.get(key);
      if (known) return known;
      const source = viewOf(app.code, views, key);
      const ran = watchdog.enter(app);
      const resolving = resolveView(app.code, source, fetch).finally(() => {
        ran();
        lookAfter(app.code);
      });
      components.set(key, resolving);
      resolving.catch(() => components.delete(key));
      return resolving;
    },
    retain() {
      let held = true;
      onScreen++;
      return () => {
        if (!held) return;
        held = false;
        onScreen--;
        lookAfter(app.code);
        if (retired && onScreen === 0) dispose();
      };
    },
    show() {
      const ends = [watchdog.show(app), sight.enter(app.code), styles.work(app.code)];
      return () => {
        for (const end of ends) end();
      };
    },
    drawn() {
      styles.look();
      lookAfter(app.code, true);
    },
    retire,
    expire(expiry) {
      expired.value = expiry;
      retire();
    },
  };
}
