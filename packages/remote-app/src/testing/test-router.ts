import { createMemoryHistory, createRouter, type RouteLocationRaw, type Router } from 'vue-router';
import type { RemoteRouter, RemoteTarget } from '../runtime/router.ts';

export interface TestRouter {
  readonly router: RemoteRouter;
  /** Where the application went, in order. */
  readonly visited: RemoteTarget[];
}

/** A router that has every path and shows nothing. */
export const createMemoryRouter = (): Router =>
  createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:path(.*)*', component: { render: () => null } }],
  });

/** Remembers where the application goes. A view lies at `/<code>/<viewKey>`. */
export function createTestRouter(code: string): TestRouter {
  const visited: RemoteTarget[] = [];
  const routes = createMemoryRouter();
  const locate = (target: RemoteTarget): RouteLocationRaw =>
    typeof target === 'object' && 'view' in target
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
