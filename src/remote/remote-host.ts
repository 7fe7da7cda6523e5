import type { RemoteConfirm, RemoteI18n } from '@platform/remote-app';
import type { App, Ref } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import type { RemoteAppDescriptor } from './descriptor.ts';
import type { Development } from './development/development.ts';
import type { LeaveCare } from './leaving/leave-care.ts';
import type { RemoteLoader } from './loading/loader.ts';
import type { OwnedCommand } from './runtime/commands.ts';
import type { EventHub } from './runtime/events.ts';

/** The host of all remotes of one shell; a Vue plugin. */
export interface RemoteHost {
  readonly loader: RemoteLoader;
  /** Enabled applications with a frontend; undefined before they have been fetched. */
  readonly apps: Readonly<Ref<readonly RemoteAppDescriptor[] | undefined>>;
  /** What applications have put into the command palette. */
  readonly commands: Readonly<Ref<readonly OwnedCommand[]>>;
  /** The bus, for the host's own events. */
  readonly events: EventHub;
  /** The loader's own texts. */
  readonly texts: RemoteI18n;
  /** Display name of an application, also of one that has gone; its code while unknown. */
  nameOf(code: string): string;
  appPage(code: string): RouteLocationRaw | undefined;
  /** Asks the person. */
  confirm: RemoteConfirm;
  /** Logs a failure, and tells the person when `notice` is set. */
  report(app: string, error: unknown, where: string, notice?: boolean): void;
  /** Keeps applications from holding a person on their pages. */
  readonly care: LeaveCare;
  /**
   * Ends the application that undoes again and again what the frame puts back.
   * @param last whether it was ended before, and goes on: it is left out at the next start
   */
  endFight(last: boolean): void;
  /** Lets an application run again that was left out because a page stopped while it ran. */
  readmit(code: string): void;
  /** Follows installs, upgrades and removals: fetches the list anew and lets go of what has changed. */
  refresh(): Promise<void>;
  /** What applications that are served from their sources do to this page. */
  readonly development: Pick<Development, 'changesOf' | 'thrown'>;
  /** Ends every application and listener. */
  dispose(): void;
  /** Called by `app.use(host)`. */
  install(app: App): void;
}
