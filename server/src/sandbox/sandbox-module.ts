import { defineModule, defineRoute, HTTP, Type, type Module } from '../kernel/index.ts';
import { PLUGIN_RUNTIME } from '../plugin-runtime/index.ts';

const Report = Type.Object({
  /** True if every application is loaded. */
  loaded: Type.Boolean(),
  /** Sum over all applications. */
  routes: Type.Integer(),
  applications: Type.Array(
    Type.Object({
      appCode: Type.String(),
      loaded: Type.Boolean(),
      version: Type.Optional(Type.String()),
      routes: Type.Integer(),
      message: Type.Optional(Type.String()),
    }),
  ),
});

/**
 * `GET /sandbox`: whether the applications are loaded, with their number of routes. (spec: Build
 * and run 4)
 */
export function sandboxModule(codes: readonly string[]): Module {
  return defineModule({
    name: 'sandbox',
    depends: ['http', 'plugin-runtime'],
    setup(ctx) {
      const runtime = ctx.use(PLUGIN_RUNTIME);
      const describe = (appCode: string) => {
        const application = runtime.describe(appCode);
        return {
          appCode,
          loaded: application?.state === 'loaded',
          routes: application?.routes.length ?? 0,
          ...(application?.version === undefined ? {} : { version: application.version }),
          ...(application?.failure ? { message: application.failure.message } : {}),
        };
      };
      ctx.use(HTTP).routes([
        defineRoute({
          method: 'GET',
          url: '/sandbox',
          auth: 'public',
          summary: 'Whether the applications are loaded, and the number of their routes',
          schema: { response: Report },
          handler: () => {
            const applications = codes.map(describe);
            return {
              loaded: applications.every(({ loaded }) => loaded),
              routes: applications.reduce((sum, { routes }) => sum + routes, 0),
              applications,
            };
          },
        }),
      ]);
    },
  });
}
