import type { LeaveGuard, RemoteRouter, RemoteTarget, ViewTarget } from '@platform/remote-app';
import type { RouteLocationRaw } from 'vue-router';
import type { Disposer } from '../disposer.ts';
import type { LeaveControl } from '../leaving/leave-control.ts';
import type { RemoteHostServices } from '../services.ts';

/** The component of a view in menus. */
export function componentOf(code: string, view: string): string {
  return `remote:${code}/${view}`;
}

/** `runtime.router`: navigates to the application's views by key, and to any route of the shell. */
export function createRemoteRouter(
  { router, viewPath }: Pick<RemoteHostServices, 'router' | 'viewPath'>,
  code: string,
  disposer: Disposer,
  leaveControl: LeaveControl,
): RemoteRouter {
  const locate = (target: RemoteTarget): RouteLocationRaw => {
    if (!isViewTarget(target)) return target;
    const component = componentOf(code, target.view);
    const path = viewPath(component);
    if (path !== undefined) return { path: filled(path, target.params), query: target.query };
    throw failure('REMOTE_VIEW_WITHOUT_ROUTE', `this user has no menu for ${component}`);
  };
  return {
    push: async (target) => {
      await router.push(locate(target));
    },
    replace: async (target) => {
      await router.replace(locate(target));
    },
    resolve: (target) => router.resolve(locate(target)),
    onBeforeLeave(guard: LeaveGuard) {
      const { path } = router.currentRoute.value;
      const end = router.beforeEach(async (to, from) =>
        from.path === path && to.path !== path
          ? leaveControl.run<boolean>(code, path, guard, (stays) => !stays)
          : true,
      );
      disposer.add(end);
      return end;
    },
  };
}

/** A path of a menu with the values for its parts such as `:id`. */
function filled(path: string, params: ViewTarget['params'] = {}): string {
  return path.replace(/:(\w+)(?:\([^)]*\))?(\?)?/g, (_part, name: string, optional?: string) => {
    const value = params[name];
    if (value !== undefined) return encodeURIComponent(value);
    if (optional !== undefined) return '';
    throw failure('REMOTE_VIEW_PARAM_MISSING', `${path} needs a value for ${name}`);
  });
}

const failure = (code: string, text: string): Error => new Error(`${code}: ${text}`);

function isViewTarget(target: RemoteTarget): target is ViewTarget {
  return typeof target === 'object' && target.view !== undefined;
}
