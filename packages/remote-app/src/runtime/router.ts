import type { LocationQueryRaw, RouteLocationRaw, RouteLocationResolved } from 'vue-router';

/** Key of a view: one of `Views`, or any text where no views are declared. */
export type ViewName<Views extends object = object> = keyof Views extends never
  ? string
  : Extract<keyof Views, string>;

/**
 * A view of this application, routed by the menu that shows it.
 * `Views` maps each view to the parameters in the path of its menu: `{ list: object; note: { id:
 * number } }`.
 */
export type ViewTarget<Views extends object = object> = keyof Views extends never
  ? AnyViewTarget
  : {
      [Name in keyof Views]: { view: Name; query?: LocationQueryRaw } & ParamsOf<Views[Name]>;
    }[keyof Views];

type ParamsOf<Params> = keyof Params extends never ? { params?: undefined } : { params: Readonly<Params> };

interface AnyViewTarget {
  view: string;
  /** Values for the path of the menu, such as `id` for `ticket/:id`. */
  params?: Readonly<Record<string, string | number>>;
  query?: LocationQueryRaw;
}

/** A route of the shell, which has no view. */
type ShellTarget = string | (Exclude<RouteLocationRaw, string> & { view?: undefined });

/** A view of this application, or any route of the shell. */
export type RemoteTarget<Views extends object = object> = ViewTarget<Views> | ShellTarget;

/** Decides whether the user may leave the page. */
export type LeaveGuard = () => boolean | Promise<boolean>;

export interface RemoteRouter<Views extends object = object> {
  /**
   * @throws Error REMOTE_VIEW_WITHOUT_ROUTE for a view without a menu of this user,
   *   REMOTE_VIEW_PARAM_MISSING where its path needs a value that is not given
   */
  push(target: RemoteTarget<Views>): Promise<void>;
  replace(target: RemoteTarget<Views>): Promise<void>;
  resolve(target: RemoteTarget<Views>): RouteLocationResolved;
  /**
   * Calls `guard` before the user leaves the current page; ends with the application.
   * @returns call to remove it
   */
  onBeforeLeave(guard: LeaveGuard): () => void;
}
