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

/** What the shell gives to the host of its remotes. */
export interface RemoteHostServices {
  /** `GET /app/runtime/remote-apps`. */
  fetchApps(): Promise<readonly RemoteAppDescriptor[]>;
  /** Becomes `runtime.request`. */
  request: SendRequest;
  router: Router;
  /** Path of the menu of this user that shows a view, by `remote:<code>/<viewKey>`; undefined where there is none. */
  viewPath(component: string): string | undefined;
  /** The shell's own; applications get one each. */
  pinia: Pinia;
  /** The shell's locale, for example `zh-CN`. */
  locale: Readonly<Ref<string>>;
  user: MaybeRefOrGetter<RemoteUser>;
  /** Permissions of the user; `*:*:*` is all. */
  permissions: MaybeRefOrGetter<readonly string[]>;
  theme: MaybeRefOrGetter<RemoteTheme>;
  message: RemoteMessage;
  notify: RemoteNotify;
  confirm: RemoteConfirm;
  dict: FetchDict;
  /** Default: `GET /open/<code>/config`. */
  config?(code: string): Promise<SiteConfig>;
  /** Where a person with the permission finds the application's state; shown on error pages. */
  appPage?(code: string): RouteLocationRaw | undefined;
  /** Told of every failure, for the log. */
  report(app: string, error: unknown, where: string): void;
  /** Default: containers built by `defineRemoteApp`. */
  adapter?: RemoteAdapter;
  /** Default: the shell's own instances. */
  shared?: SharedModules;
  /** Default: `localStorage`. */
  settings?: SettingsStore;
  /** Where pages note what runs in them; default: `localStorage`. */
  marks?: Storage;
  fetch?: typeof fetch;
  /** Fetches a module without running it; default: by `<link rel="modulepreload">`. */
  fetchModule?(this: void, address: string): Promise<void>;
}
