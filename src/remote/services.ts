import type {
  RemoteConfirm,
  RemoteMessage,
  RemoteNotify,
  RemoteTheme,
  RemoteUser,
  SiteConfig,
} from '@platform/remote-app';
import type { Pinia } from 'pinia';
import type { MaybeRefOrGetter, Ref } from 'vue';
import type { RouteLocationRaw, Router } from 'vue-router';
import type { RemoteAdapter } from './adapter/adapter.ts';
import type { RemoteAppDescriptor } from './descriptor.ts';
import type { FetchDict } from './runtime/dict.ts';
import type { SendRequest } from './runtime/request.ts';
import type { SettingsStore } from './runtime/settings.ts';
import type { SharedModules } from './sharing/shared-modules.ts';

/** Services that the shell provides to its remote host. */
export interface RemoteHostServices {
  /** `GET /app/runtime/remote-apps`. */
  fetchApps(): Promise<readonly RemoteAppDescriptor[]>;
  /** Sends the requests of `runtime.request`. */
  request: SendRequest;
  router: Router;
  /** Path of the user's menu for `remote:<code>/<viewKey>`; undefined if there is none. */
  viewPath(component: string): string | undefined;
  /** The shell's Pinia; each application gets its own. */
  pinia: Pinia;
  /** The shell's locale, for example `zh-CN`. */
  locale: Readonly<Ref<string>>;
  /** Zone that times are shown in; none: the browser's. */
  timeZone?: Readonly<Ref<string | undefined>>;
  user: MaybeRefOrGetter<RemoteUser>;
  /** Permissions of the user; `*:*:*` grants all. */
  permissions: MaybeRefOrGetter<readonly string[]>;
  theme: MaybeRefOrGetter<RemoteTheme>;
  message: RemoteMessage;
  notify: RemoteNotify;
  confirm: RemoteConfirm;
  dict: FetchDict;
  /** Default: `GET /open/<code>/config`. */
  config?(code: string): Promise<SiteConfig>;
  /** Page with the application's state, linked from error pages if the user may open it. */
  appPage?(code: string): RouteLocationRaw | undefined;
  /** Ends the quarantine of an application; undefined if the user may not. */
  loadAgain?(): ((code: string) => Promise<void>) | undefined;
  /** Called for every failure. */
  report(app: string, error: unknown, where: string): void;
  /** Default: loads what `defineRemoteApp` builds. */
  adapter?: RemoteAdapter;
  /** Default: the modules of the shell. */
  shared?: SharedModules;
  /** Default: `localStorage`. */
  settings?: SettingsStore;
  /** Stores the marks of the boot watchdog; default: `localStorage`. */
  marks?: Storage;
  fetch?: typeof fetch;
  /** Fetches a module without evaluating it; default: by `<link rel="modulepreload">`. */
  fetchModule?(this: void, address: string): Promise<void>;
}
