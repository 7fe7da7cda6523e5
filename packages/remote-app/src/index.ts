export { defineApp } from './define-app.ts';
export type { AppDefinition, Install, InstallResult, ViewLoader, ViewSource } from './define-app.ts';
export { defineView } from './define-view.ts';
export type { DevelopedEntry, DevelopmentHooks, SourceProblem } from './development.ts';
export { createRuntimeHolder } from './runtime-holder.ts';
export type { RuntimeHolder } from './runtime-holder.ts';
export { RUNTIME_API_VERSION } from './version.ts';
export type { Command, RemoteCommands } from './runtime/commands.ts';
export type { DictItem, RemoteDict, SiteConfig } from './runtime/data.ts';
export type { EventName, RemoteEvents, RemoteEventBus } from './runtime/events.ts';
export type { ConfirmOptions, RemoteConfirm, RemoteMessage, RemoteNotify } from './runtime/feedback.ts';
export type { LocaleMessages, MessageParams, MessageTree, RemoteI18n } from './runtime/i18n.ts';
export type { ListResult, RemoteRequest, RequestError } from './runtime/request.ts';
export type { LeaveGuard, RemoteRouter, RemoteTarget, ViewName, ViewTarget } from './runtime/router.ts';
export type { RemoteRuntime, RemoteAppInfo } from './runtime/runtime.ts';
export type { RemoteSettings } from './runtime/settings.ts';
export type { RemoteTheme, RemoteUser } from './runtime/session.ts';
export { densities, uiServicesKey } from './ui-services.ts';
export type {
  Density,
  ErrorField,
  ErrorFinding,
  ErrorText,
  SavedView,
  TableSettings,
  UiServices,
} from './ui-services.ts';
export { tabTitleKey, useTabTitle } from './use-tab-title.ts';
export type { TabTitle } from './use-tab-title.ts';
export { unsavedInputKey, useUnsavedInput } from './use-unsaved-input.ts';
export type { UnsavedInput } from './use-unsaved-input.ts';
export { usePagedList } from './use-paged-list.ts';
export type { PagedList, PageRequest } from './use-paged-list.ts';
