import type { Component } from 'vue';
import type { LocaleMessages } from './runtime/i18n.ts';
import type { ViewName } from './runtime/router.ts';
import type { RemoteRuntime } from './runtime/runtime.ts';

/** Loads a view on first use: `() => import('./views/ItemList.vue')`. */
export type ViewLoader = () => Promise<Component | { default: Component }>;

/** A view: a component, or a function that resolves to one (design 9.6-30). */
export type ViewSource = Component | ViewLoader;

/** The definition of an application with the views `Views`. */
export interface AppDefinition<Views extends object = object> {
  /** View key → view; menus refer to a view as `remote:<code>/<viewKey>`. */
  views: Record<ViewName<Views>, ViewSource>;
  /** Locale → messages, for `runtime.i18n`. */
  messages?: LocaleMessages;
  /**
   * Runs once, before any view is shown. Registrations through `runtime` end with the application.
   */
  setup?(runtime: RemoteRuntime<Views>): void | Promise<void>;
}

/** Result of `install(runtime)` (spec: Frontend project layout, entry contract). */
export interface InstallResult {
  manifest: { code: string; version: string };
  views: Record<string, ViewSource>;
}

/** The default export of `src/index.ts`. */
export type Install = (runtime: RemoteRuntime) => InstallResult | Promise<InstallResult>;

/**
 * Creates the default export of an application's `src/index.ts` (design 5.1). The build replaces
 * `manifest` with the code and version it was built with.
 */
export function defineApp<Views extends object = object>(definition: AppDefinition<Views>): Install {
  return async (runtime) => {
    if (definition.messages) runtime.i18n.merge(definition.messages);
    // Only the types of the runtime depend on the views.
    await definition.setup?.(runtime as RemoteRuntime<Views>);
    return { manifest: { code: runtime.app.code, version: runtime.app.version }, views: definition.views };
  };
}
