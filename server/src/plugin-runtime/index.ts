export { pluginRuntimeModule } from './module.ts';
export { ACTIVE_PLUGINS, ActivePlugins } from './active-plugins/active-plugins.ts';
export { findEffectiveJars, type EffectiveJars } from './active-plugins/effective-jars.ts';
export { pruneJars, type PruneReport } from './active-plugins/prune.ts';
export { APPLICATION_ACCESS, type ApplicationAccess, type ApplicationState } from './application-access.ts';
export {
  PLUGIN_RUNTIME,
  type ApplicationDescription,
  type LoadAllReport,
  type LoadFailure,
  type LoadReport,
  type LoadStage,
  type PluginRuntime,
  type SkippedClass,
  type UnloadReport,
} from './plugin-runtime.ts';
