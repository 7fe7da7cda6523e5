import type { LeaveGuard, RemoteRouter, RemoteTarget, ViewTarget } from '@platform/remote-app';
import type { RouteLocationRaw } from 'vue-router';
import type { Disposer } from '../disposer.ts';
import type { LeaveCare } from '../leaving/leave-care.ts';
import type { RemoteHostServices } from '../services.ts';

/** A view as menus name it. */
export function componentOf(code: string, view: string): string {
  return `remote:${code}/${view}`;
}

/** Navigation for one application: to its views by key, to everything else as the shell's router does. */
export function createRemoteRouter(
  { router, viewPath }: Pick<RemoteHostServices, 'router' | 'viewPath'>,
  code: string,
  disposer: Disposer,
  care: LeaveCare,
): RemoteRouter {
  const locate = (target: RemoteTarget): RouteLocationRaw => {
    if (!isViewTarget(target)) return target;
    const component = componentOf(code, target.view);
    const path = viewPath(component);
    if (path !== undefined) return { path, query: target.query };
    throw new Error(`REMOTE_VIEW_WITHOUT_ROUTE: no menu of this user shows ${component}`);
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
          ? care.run<boolean>(code, path, guard, (stays) => !stays)
          : true,
      );
      disposer.add(end);
      return end;
    },
  };
}

function isViewTarget(target: RemoteTarget): target is ViewTarget {
  return typeof target === 'object' && 'view' in target;
}
