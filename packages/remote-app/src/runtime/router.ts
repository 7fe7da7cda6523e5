import type { LocationQueryRaw, RouteLocationRaw, RouteLocationResolved } from 'vue-router';

/** A view of this application; its route is the one of the menu that shows it. */
export interface ViewTarget {
  view: string;
  query?: LocationQueryRaw;
}

/** An own view, or any route of the shell. */
export type RemoteTarget = ViewTarget | RouteLocationRaw;

/** Whether the page may be left. */
export type LeaveGuard = () => boolean | Promise<boolean>;

export interface RemoteRouter {
  /** Throws REMOTE_VIEW_WITHOUT_ROUTE for a view that no menu of this user shows. */
  push(target: RemoteTarget): Promise<void>;
  replace(target: RemoteTarget): Promise<void>;
  resolve(target: RemoteTarget): RouteLocationResolved;
  /** Asks `guard` before the current page is left; returns how to end it. Ends by itself on dispose. */
  onBeforeLeave(guard: LeaveGuard): () => void;
}
