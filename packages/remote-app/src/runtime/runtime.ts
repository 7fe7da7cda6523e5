import type { Pinia } from 'pinia';
import type { RemoteCommands } from './commands.ts';
import type { RemoteDict, SiteConfig } from './data.ts';
import type { RemoteEventBus } from './events.ts';
import type { RemoteConfirm, RemoteMessage, RemoteNotify } from './feedback.ts';
import type { RemoteI18n } from './i18n.ts';
import type { RemoteRequest } from './request.ts';
import type { RemoteRouter } from './router.ts';
import type { RemoteTheme, RemoteUser } from './session.ts';
import type { RemoteSettings } from './settings.ts';

/** The installed application. */
export interface RemoteAppInfo {
  readonly code: string;
  readonly name: string;
  readonly version: string;
}

/**
 * Services of the shell for one application (design 5.1). Registrations end with the application.
 * `Views` are the views that its router accepts; see `ViewTarget`.
 */
export interface RemoteRuntime<Views extends object = object> {
  /** Version of this interface. */
  readonly apiVersion: string;
  readonly app: RemoteAppInfo;
  readonly request: RemoteRequest;
  readonly router: RemoteRouter<Views>;
  /** Reactive. */
  readonly user: RemoteUser;
  /** Whether the user has the permission, or one of several. Reactive. */
  readonly hasPermi: (permission: string | readonly string[]) => boolean;
  readonly i18n: RemoteI18n;
  /** A dictionary of the host, loaded once. */
  readonly dict: (type: string) => RemoteDict;
  /** Site configuration of this application. */
  readonly config: () => Promise<SiteConfig>;
  readonly message: RemoteMessage;
  readonly confirm: RemoteConfirm;
  readonly notify: RemoteNotify;
  readonly events: RemoteEventBus;
  /** Reactive. */
  readonly theme: RemoteTheme;
  /** Address of a file beside the entry, for example one of `public/`. */
  readonly asset: (path: string) => string;
  /** The application's own Pinia, so that store names do not clash (design 9.6-33). */
  readonly pinia: Pinia;
  readonly commands: RemoteCommands;
  readonly settings: RemoteSettings;
  /** Adds a cleanup for the end of the application; cleanups run in reverse order. */
  readonly onDispose: (undo: () => void) => void;
}
