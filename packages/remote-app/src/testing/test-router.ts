import { createMemoryHistory, createRouter, type RouteLocationRaw, type Router } from 'vue-router';
import type { RemoteRouter, RemoteTarget } from '../runtime/router.ts';

export interface TestRouter {
  readonly router: RemoteRouter;
  /** Targets that the application navigated to, in order. */
  readonly visited: RemoteTarget[];
}

/** A router that matches every path and renders nothing. */
export const createMemoryRouter = (): Router =>
  createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:path(.*)*', component: { render: () => null } }],
  });

/** Records navigation. A view is at `/<code>/<viewKey>`. */
export function createTestRouter(code: string): TestRouter {
  const visited: RemoteTarget[] = [];
  const routes = createMemoryRouter();
  const locate = (target: RemoteTarget): RouteLocationRaw =>
    typeof target === 'object' && target.view !== undefined
      ? { path: `/${code}/${target.view}`, query: target.query }
      : target;
  const go = async (target: RemoteTarget) => void visited.push(target);
  return {
    visited,
    router: {
      push: go,
      replace: go,
      resolve: (target) => routes.resolve(locate(target)),
      onBeforeLeave: () => () => {},
    },
  };
}
