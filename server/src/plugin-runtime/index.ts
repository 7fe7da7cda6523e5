export { ACTIVE_PLUGINS, ActivePlugins } from './active-plugins/active-plugins.ts';
export { pruneJars } from './active-plugins/prune.ts';
export { APPLICATION_ACCESS, type ApplicationAccess, type ApplicationState } from './application-access.ts';
export { parseJarName } from './active-plugins/jar-name.ts';
export { pluginDevelopmentModule } from './development/module.ts';
export { hostPackages } from './modules/provided.ts';
export { JOB_EXECUTORS, type JobExecutors, type RunJob } from './jobs/job-executors.ts';
export { pluginRuntimeModule } from './module.ts';
export {
  PLUGIN_RUNTIME,
  type ApplicationDescription,
  type LoadReport,
  type UnloadReport,
  type PluginRuntime,
} from './plugin-runtime.ts';
