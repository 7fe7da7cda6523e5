import type { SharedModules } from '../sharing/shared-modules.ts';

/** An application's code, loaded but not installed. */
export interface RemoteContainer {
  /**
   * Evaluates the application's module.
   * @returns a module with a default export, or the install function itself (design 9.6-30)
   */
  getInstall(): Promise<unknown>;
  /** Addresses of its style sheets, relative to the entry; complete once `getInstall` resolves. */
  styles(): string[];
}

/**
 * Hides how applications are built, so that another builder needs a new format and no change to
 * applications (design 5.2). Adapters neither retry nor limit time. They reject with a
 * {@link RemoteError} if they know more than the browser's error.
 */
export interface RemoteAdapter {
  /**
   * Fetches and evaluates an entry, and passes it the shared modules.
   * @param code application code
   * @param entry address of the entry
   */
  load(code: string, entry: string, shared: SharedModules): Promise<RemoteContainer>;
}

/** A build format, recognized by the exports of its entries. */
export interface RemoteFormat {
  /** Publishes the shared modules to entries that import them; called before evaluation. */
  readonly publish?: (shared: SharedModules) => void;
  /** Opens an entry's module; undefined if it has another format. */
  readonly open: (
    code: string,
    entry: unknown,
    shared: SharedModules,
  ) => Promise<RemoteContainer> | undefined;
}
