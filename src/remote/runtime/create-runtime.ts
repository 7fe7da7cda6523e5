import {
  RUNTIME_API_VERSION,
  type RemoteDict,
  type RemoteRuntime,
  type RemoteTheme,
  type RemoteUser,
} from '@platform/remote-app';
import { createScopedI18n } from '@platform/remote-app/host';
import { permissionCheck } from '@platform/plugin-sdk/permission';
import type { Pinia } from 'pinia';
import { computed, reactive, toValue, type MaybeRefOrGetter } from 'vue';
import type { RemoteAppDescriptor } from '../descriptor.ts';
import type { Disposer } from '../disposer.ts';
import type { LeaveControl } from '../leaving/leave-control.ts';
import type { RemoteHostServices } from '../services.ts';
import { createCommands, type CommandList } from './commands.ts';
import { createEventBus, type EventHub } from './events.ts';
import { createRequest } from './request.ts';
import { createRemoteRouter } from './router.ts';
import { createSettings } from './settings.ts';

/** Services that all applications of one host share. */
export interface RuntimeCommons {
  services: RemoteHostServices;
  hub: EventHub;
  commands: CommandList;
  dict: (type: string) => RemoteDict;
  leaveControl: LeaveControl;
}

/** Parts of one load of one application. */
export interface RuntimeParts {
  app: RemoteAppDescriptor;
  /** Folder that the entry was loaded from. */
  folder: string;
  pinia: Pinia;
  disposer: Disposer;
}

/** Creates the runtime that an application's `install` receives (design 5.1). */
export function createRuntime(
  { services, hub, commands, dict, leaveControl }: RuntimeCommons,
  parts: RuntimeParts,
): RemoteRuntime {
  const { app, disposer } = parts;
  const { code, name, version } = app;
  const request = createRequest(services.request);
  const user = live<RemoteUser>(services.user);
  const check = computed(() => permissionCheck(toValue(services.permissions)));
  return Object.freeze({
    apiVersion: RUNTIME_API_VERSION,
    app: Object.freeze({ code, name, version }),
    request,
    router: createRemoteRouter(services, code, disposer, leaveControl),
    user,
    hasPermi: (permission) => check.value(permission),
    i18n: createScopedI18n(services.locale, {}, services.timeZone),
    dict,
    config: () => services.config?.(code) ?? request.get(`/open/${code}/config`),
    message: services.message,
    confirm: (question) => services.confirm({ ...question, title: `${name}: ${question.title}` }),
    notify: services.notify,
    events: createEventBus(hub, code, disposer),
    theme: live<RemoteTheme>(services.theme),
    asset: (path) => new URL(path.replace(/^\/+/, ''), parts.folder).href,
    pinia: parts.pinia,
    commands: createCommands(commands, code, disposer),
    settings: createSettings(services.settings ?? localStorage, code, () => user),
    onDispose: (undo) => disposer.add(undo),
  } satisfies RemoteRuntime);
}

/** A read-only, reactive view of the source. */
function live<T extends object>(source: MaybeRefOrGetter<T>): T {
  const current = computed(() => reactive(toValue(source)));
  return new Proxy({} as T, {
    get: (_target, key) => Reflect.get(current.value, key) as unknown,
    has: (_target, key) => Reflect.has(current.value, key),
    ownKeys: () => Reflect.ownKeys(current.value),
    getOwnPropertyDescriptor: (_target, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(current.value, key);
      return descriptor && { ...descriptor, configurable: true };
    },
    set: () => false,
  });
}
