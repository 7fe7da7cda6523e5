export { announceLongWork, onLongWork } from './long-work.ts';
export { PlatformError, type Page, type PageQuery } from '@platform/plugin-sdk/core';
export { hasPermission, permissionCheck, type LoginUser } from '@platform/plugin-sdk/auth';
export { Type, type Static, type TSchema, type Ctx, type UploadedFile } from '@platform/plugin-sdk/web';
export { CLOCK, systemClock, type Clock } from './clock.ts';
export {
  CONFIG_SOURCES,
  configLeaves,
  configValue,
  deploymentFolders,
  environmentNames,
  loadConfig,
  MASK,
  unknownVariables,
  withoutLogins,
  type ConfigLeaf,
  type DeploymentFolders,
  type PlatformConfig,
} from './config/index.ts';
export {
  countStatement,
  requestContext,
  type RequestContext,
  type Acting,
  type SessionUser,
} from './context.ts';
export { Durations, WorkTimes, type TimedSeries } from './durations.ts';
export { heldStream } from './held-stream.ts';
export { Disposer, type Undo } from './disposer.ts';
export * from './http/index.ts';
export { httpModule } from './http/module.ts';
export {
  LOGGER,
  silentLogger,
  toStandardError,
  type LogFields,
  type Logger,
  type LogLevel,
} from './logger.ts';
export {
  defineModule,
  MODULE_REPORTS,
  startModules,
  type Module,
  type ModuleContext,
  type ModuleHost,
  type ModuleReport,
} from './module.ts';
export {
  LEGACY,
  RelayedSiblings,
  SIBLINGS,
  question,
  type Left,
  type Legacy,
  type Question,
  type Sibling,
  type Siblings,
} from './siblings/index.ts';
export { PLATFORM_VERSION } from './platform-version.ts';
export { REMOTE_FILES, type RemoteFileRequest, type RemoteFiles } from './remote-files.ts';
export { aloneWorker, THIS_WORKER, type ThisWorker } from './this-worker.ts';
export { Semaphore } from './semaphore.ts';
export { ServiceRegistry, serviceToken } from './service.ts';
export { systemTimers, type Timers } from './timers.ts';
export { traced, tracing, type OpenSpan, type SpanFacts, type Tracer } from './tracing.ts';
export {
  causesOf,
  codeOf,
  errorsOf,
  ignoreMissing,
  isA,
  isError,
  isMissing,
  nameOf,
  propertyOf,
  reasonOf,
  stackOf,
} from './thrown.ts';
export { repeat } from './repeat.ts';
export { within } from './within.ts';
