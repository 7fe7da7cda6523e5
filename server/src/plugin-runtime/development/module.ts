import { pluginDevelopmentContracts } from '@platform/host-api';
import { join } from 'node:path';
import { defineModule, defineRoute, HTTP, type Module } from '../../kernel/index.ts';
import { ACTIVE_PLUGINS } from '../active-plugins/active-plugins.ts';
import { findEffectiveJars } from '../active-plugins/effective-jars.ts';
import { PLUGIN_RUNTIME, type PluginRuntime } from '../contract/plugin-runtime.ts';
import type { LoadReport } from '../contract/load-report.ts';

/** Bytes of a push: sources with maps and libraries exceed the limit of ordinary requests. */
const BUILD_LIMIT_BYTES = 64 * 1024 * 1024;

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
 * Serves unsigned code from the development loop in place of the installed version.
 *
 * It ends with the loop or with the host. The routes exist only with `platform.development` and
 * need the permission to deploy. (design 3.10)
 */
export const pluginDevelopmentModule: Module = defineModule({
  name: 'plugin-development',
  depends: ['http', 'plugin-runtime'],
  setup(ctx) {
    if (!ctx.config.platform.development) return;
    const runtime = ctx.use(PLUGIN_RUNTIME);
    const activePlugins = ctx.use(ACTIVE_PLUGINS);
    ctx.use(HTTP).routes([
      defineRoute({
        ...pluginDevelopmentContracts.get,
        handler: ({ params: { code } }) => stateOf(runtime, code),
      }),
      defineRoute({
        ...pluginDevelopmentContracts.serve,
        audit: 'Serve a development build',
        bodyLimit: BUILD_LIMIT_BYTES,
        handler: async ({ params: { code }, body: { fileName, files } }) =>
          summaryOf(
            await runtime.load(
              code,
              { fileName, files: new Map(Object.entries(files)) },
              // Each build of a version under development is another one.
              { release: true },
            ),
          ),
      }),
      defineRoute({
        ...pluginDevelopmentContracts.withdraw,
        audit: 'Remove a development build',
        handler: async ({ params: { code } }) => {
          const installed = (await findEffectiveJars(activePlugins)).effective.get(code);
          if (installed === undefined) await runtime.unload(code);
          else {
            const jar = join(activePlugins.directory, installed);
            if (!(await runtime.keepOut(code, jar))) await runtime.load(code, jar);
          }
          return stateOf(runtime, code);
        },
      }),
    ]);
  },
});
