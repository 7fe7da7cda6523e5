import type { Component } from 'vue';
import { readonly, ref, shallowRef, type Ref } from 'vue';
import type { Pinia } from 'pinia';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import type { Disposer } from '../disposer.ts';
import type { RemoteError } from '../errors.ts';
import type { AddedSheets } from '../styles/added-sheets.ts';
import type { VisibleApps } from '../effects/visible-apps.ts';
import type { BootWatchdog } from '../watchdog/boot-watchdog.ts';
import type { RemoteViews } from './install.ts';
import { resolveView, viewOf } from './view.ts';

/** A change of the tenant's application. */
export type Change =
  | {
      kind: 'updated';
      version: string;
      /** Set for a development build, which its developer wants to see at once. */
      developed?: boolean;
    }
  | { kind: 'removed' };

/** Why a loaded application must be replaced or ended. */
export type Expiry = Change | { kind: 'ended'; error: RemoteError };

/** One application, loaded and installed. */
export interface RemoteInstance {
  readonly app: RemoteAppDescriptor;
  readonly pinia: Pinia;
  /** True once it is disposed; its views then load a new instance. */
  readonly disposed: Readonly<Ref<boolean>>;
  /**
   * Set once the application is upgraded, removed or ended; visible views decide when to switch.
   */
  readonly expired: Readonly<Ref<Expiry | undefined>>;
  /** The component of a view; failures are not cached. */
  view(key: string): Promise<Component>;
  /** Counts a view that uses the instance. @returns call once it no longer does */
  retain(): () => void;
  /** Records that a view is visible. @returns call when it is hidden or kept in the background */
  show(): () => void;
  /** Called after a view's first render, when its code has run. */
  rendered(): void;
  /** Disposes as soon as no view uses it. */
  retire(): void;
  /** Notifies the views and retires. */
  expire(expiry: Expiry): void;
  /** Disposes immediately. */
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
  visibleApps: VisibleApps;
  /** Called when code of the application has run. @param visible whether one of its views is */
  checkIntrinsics: (app: string, visible?: boolean) => void;
}

export function createInstance({
  app,
  views,
  pinia,
  disposer,
  fetch,
  styles,
  watchdog,
  visibleApps,
  checkIntrinsics,
}: InstanceParts): RemoteInstance {
  const components = new Map<string, Promise<Component>>();
  const disposed = ref(false);
  const expired = shallowRef<Expiry>();
  let users = 0;
  let retired = false;

  function dispose(): void {
    if (disposed.value) return;
    disposed.value = true;
    disposer.dispose();
  }

  function retire(): void {
    retired = true;
    if (users === 0) dispose();
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
        checkIntrinsics(app.code);
      });
      components.set(key, resolving);
      resolving.catch(() => components.delete(key));
      return resolving;
    },
    retain() {
      let released = false;
      users++;
      return () => {
        if (released) return;
        released = true;
        users--;
        checkIntrinsics(app.code);
        if (retired && users === 0) dispose();
      };
    },
    show() {
      const ends = [watchdog.show(app), visibleApps.enter(app.code), styles.activate(app.code)];
      return () => {
        for (const end of ends) end();
      };
    },
    rendered() {
      styles.flush();
      checkIntrinsics(app.code, true);
    },
    retire,
    expire(expiry) {
      expired.value = expiry;
      retire();
    },
  };
}
