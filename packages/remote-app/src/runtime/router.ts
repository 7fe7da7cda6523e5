import type { LocationQueryRaw, RouteLocationRaw, RouteLocationResolved } from 'vue-router';

/** A view of this application, routed by the menu that shows it. */
export interface ViewTarget {
  view: string;
  /** Values for the path of the menu, such as `id` for `ticket/:id`. */
  params?: Readonly<Record<string, string | number>>;
  query?: LocationQueryRaw;
}

/** A view of this application, or any route of the shell. */
export type RemoteTarget = ViewTarget | RouteLocationRaw;

/** Decides whether the user may leave the page. */
export type LeaveGuard = () => boolean | Promise<boolean>;

export interface RemoteRouter {
  /**
   * @throws Error REMOTE_VIEW_WITHOUT_ROUTE for a view without a menu of this user,
   *   REMOTE_VIEW_PARAM_MISSING where its path needs a value that is not given
   */
  push(target: RemoteTarget): Promise<void>;
  replace(target: RemoteTarget): Promise<void>;
  resolve(target: RemoteTarget): RouteLocationResolved;
  /**
   * Calls `guard` before the user leaves the current page; ends with the application.
   * @returns call to remove it
   */
  onBeforeLeave(guard: LeaveGuard): () => void;
}
