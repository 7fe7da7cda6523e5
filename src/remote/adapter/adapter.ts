import type { SharedModules } from '../sharing/shared-modules.ts';

/** A remote's code, loaded but not installed. */
export interface RemoteContainer {
  /**
   * Evaluates the application's module.
   * @returns a module with `default`, or the install function itself (design 9.6-30)
   */
  getInstall(): Promise<unknown>;
  /** Addresses of its style sheets, absolute or relative to the entry; complete once `getInstall` has been called. */
  styles(): string[];
}

/**
 * How remotes are built is known here and nowhere else, so that another builder needs another format and no change to
 * applications (design 5.2). Adapters neither retry nor limit time; they reject with what went wrong, a
 * {@link RemoteError} where they can tell more than the browser does.
 */
export interface RemoteAdapter {
  /**
   * Fetches and evaluates an entry, and gives it the shared modules.
   * @param code application code
   * @param entry address of the entry
   */
  load(code: string, entry: string, shared: SharedModules): Promise<RemoteContainer>;
}

/** One way of building remotes, told by what their entries export. */
export interface RemoteFormat {
  /** Makes the shared modules available to entries that import them; called before an entry is evaluated. */
  readonly publish?: (shared: SharedModules) => void;
  /** Makes a container of an entry's module; undefined when it is not of this format. */
  readonly open: (
    code: string,
    entry: unknown,
    shared: SharedModules,
  ) => Promise<RemoteContainer> | undefined;
}
