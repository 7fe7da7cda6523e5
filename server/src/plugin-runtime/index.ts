export { ACTIVE_PLUGINS, ActivePlugins } from './active-plugins/active-plugins.ts';
export { pruneJars } from './active-plugins/prune-jars.ts';
export {
  APPLICATION_ACCESS,
  type ApplicationAccess,
  type ApplicationState,
} from './contract/application-access.ts';
export { parseJarName } from './active-plugins/jar-name.ts';
export { pluginDevelopmentModule } from './development/module.ts';
export { hostPackages } from './imports/provided-modules.ts';
export { JOB_EXECUTORS, type JobExecutors, type RunJob } from './jobs/job-executors.ts';
export {
  INCIDENT_KINDS,
  INCIDENTS,
  type Incident,
  type IncidentKind,
  type Incidents,
} from './contract/incidents.ts';
export { LOAD_LISTENER, LOAD_MARKS } from './contract/load-marks.ts';
export { QUARANTINE, type Quarantine, type Quarantined } from './contract/quarantine.ts';
export { FORMER_INCIDENTS } from './lifecycle/former-incidents.ts';
export { APPLICATION_THREADS } from './contract/application-threads.ts';
export { RECENT_WORK } from './contract/recent-work.ts';
export { RUNTIME_COUNTS, type RuntimeCounts } from './lifecycle/runtime-counts.ts';
export { STATEMENT_TIMES, type StatementTime } from './mapper/statement-times.ts';
export { pluginRuntimeModule } from './module.ts';
export { PLUGIN_RUNTIME, type PluginRuntime, type PreparedLoad } from './contract/plugin-runtime.ts';
export type { ApplicationDescription } from './contract/application-description.ts';
export type { LoadReport, UnloadReport } from './contract/load-report.ts';
