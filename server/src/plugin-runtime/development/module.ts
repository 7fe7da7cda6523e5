import { join } from 'node:path';
import { defineModule, defineRoute, HTTP, Type, type Module } from '../../kernel/index.ts';
import { ACTIVE_PLUGINS } from '../active-plugins/active-plugins.ts';
import { findEffectiveJars } from '../active-plugins/effective-jars.ts';
import { PLUGIN_RUNTIME, type LoadReport, type PluginRuntime } from '../plugin-runtime.ts';

/** Sources with their maps, and libraries: more than any request of an application. */
const BUILD_LIMIT_BYTES = 64 * 1024 * 1024;
const URL = '/platform/development/plugins/:code';
const Params = Type.Object({ code: Type.String() });

const Build = Type.Object({
  /** As the jar would be called. */
  fileName: Type.String(),
  /** Jar entry → text. */
  files: Type.Record(Type.String(), Type.String()),
});

const stateOf = (runtime: PluginRuntime, appCode: string) => {
  const application = runtime.describe(appCode);
  return {
    loaded: application?.state === 'loaded',
    version: application?.version ?? null,
    routes: application?.routes.length ?? 0,
  };
};

const summaryOf = ({ version, components, routes, skipped, holds, durationMs, stages }: LoadReport) => ({
  version,
  components,
  routes,
  skipped,
  holds,
  durationMs,
  stages,
});

/**
 * Takes what the development loop compiles, unsigned, and serves it in place of the installed version until the loop ends
 * or the host does. Only with `platform.development`; whoever may deploy may do so. (design 3.10)
 */
export const pluginDevelopmentModule: Module = defineModule({
  name: 'plugin-development',
  depends: ['http', 'plugin-runtime'],
  setup(ctx) {
    if (!ctx.config.platform.development) return;
    const runtime = ctx.use(PLUGIN_RUNTIME);
    const activePlugins = ctx.use(ACTIVE_PLUGINS);
    const auth = 'app:console:edit';
    const schema = { params: Params };
    ctx.use(HTTP).routes([
      defineRoute({
        method: 'GET',
        url: URL,
        auth,
        summary: 'Whether an application is loaded, for the development loop',
        schema,
        handler: ({ params: { code } }) => stateOf(runtime, code),
      }),
      defineRoute({
        method: 'PUT',
        url: URL,
        auth,
        summary: 'Serve a build of the development loop',
        audit: 'Serve a development build',
        schema: { params: Params, body: Build },
        bodyLimit: BUILD_LIMIT_BYTES,
        handler: async ({ params: { code }, body: { fileName, files } }) =>
          summaryOf(await runtime.load(code, { fileName, files: new Map(Object.entries(files)) })),
      }),
      defineRoute({
        method: 'DELETE',
        url: URL,
        auth,
        summary: 'Serve the installed version again, at the end of the development loop',
        audit: 'Take a development build back',
        schema,
        handler: async ({ params: { code } }) => {
          const installed = (await findEffectiveJars(activePlugins)).effective.get(code);
          if (installed === undefined) await runtime.unload(code);
          else await runtime.load(code, join(activePlugins.directory, installed));
          return stateOf(runtime, code);
        },
      }),
    ]);
  },
});
