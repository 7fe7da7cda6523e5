import type { Permissions } from '@platform/package-format';

export type ClassKind =
  | 'controller'
  | 'service'
  | 'component'
  | 'mapper'
  | 'entity'
  | 'job'
  | 'pluginService'
  | 'class';

/** An exported class of the plugin (design 3.1). */
export interface IndexedClass {
  /**
   * Fully qualified: `cn.platform.<code>.<folders under src>.<exported name>`, hyphens written
   * as `_`.
   */
  name: string;
  /** Name under which the module exports it. */
  export: string;
  /** Jar entry of its module. */
  file: string;
  kind: ClassKind;
  abstract: boolean;
}

/** A module of the plugin's own sources. */
export interface IndexedModule {
  /** Jar entry. */
  file: string;
  /** Path of the source in the project. */
  source: string;
  /** Specifiers as the source writes them; type-only imports are not among them. */
  requires: string[];
}

/** `META-INF/plugin.json`: read by the runtime before it evaluates anything. */
export interface PluginIndex {
  formatVersion: 1;
  code: string;
  version: string;
  /** Platform version that the plugin was built against. */
  platform: string;
  /** As `app.json` asks for them. */
  permissions: Permissions;
  /** Module that sibling applications import; null without `src/index.ts`. */
  main: string | null;
  classes: IndexedClass[];
  modules: IndexedModule[];
  /** Names of the packages needed: provided ones, siblings, and those bundled under `lib/`. */
  packages: string[];
  /** Jar entries of mapper XML. */
  mappers: string[];
}
