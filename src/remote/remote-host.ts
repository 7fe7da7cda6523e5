import type { RemoteConfirm, RemoteI18n } from '@platform/remote-app';
import type { App, Ref } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import type { RemoteAppDescriptor } from './descriptor.ts';
import type { Development } from './development/development.ts';
import type { BodyParts } from './effects/body-parts.ts';
import type { LeaveControl } from './leaving/leave-control.ts';
import type { RemoteLoader } from './loading/loader.ts';
import type { OwnedCommand } from './runtime/commands.ts';
import type { EventHub } from './runtime/events.ts';

/** The host of all remote applications of one shell; a Vue plugin. */
export interface RemoteHost {
  readonly loader: RemoteLoader;
  /** Enabled applications with a frontend; undefined until the first fetch succeeds. */
  readonly apps: Readonly<Ref<readonly RemoteAppDescriptor[] | undefined>>;
  /** Commands that applications have added to the command palette. */
  readonly commands: Readonly<Ref<readonly OwnedCommand[]>>;
  /** The event bus, for the host's own events. */
  readonly events: EventHub;
  /** Messages of the loader and its pages. */
  readonly texts: RemoteI18n;
  /** Display name, also of an application that was removed; its code while unknown. */
  nameOf(code: string): string;
  /** Page that shows the state of an application, if the user may open it. */
  appPage(code: string): RouteLocationRaw | undefined;
  /** Ends the quarantine of an application; undefined if the user may not. */
  loadAgain(): ((code: string) => Promise<void>) | undefined;
  confirm: RemoteConfirm;
  /** Logs a failure, and shows a notification if `notice` is set. */
  report(app: string, error: unknown, where: string, options?: { readonly notice: boolean }): void;
  /** Decides whether a guard of an application may keep the user on its page. */
  readonly leaveControl: LeaveControl;
  /** Elements that applications have added to the body. */
  readonly bodyParts: BodyParts;
  /** Views that were found to contain a part with an asynchronous `setup`. */
  readonly asyncViews: WeakSet<object>;
  /**
   * Ends the application that undoes what the frame restores.
   * @param last whether the conflict continues after the first call; the application is then left
   * out at the next start
   */
  endFrameConflict(last: boolean): void;
  /** Allows an application to run again that the boot watchdog has left out. */
  readmit(code: string): void;
  /** Fetches the list of applications again, and unloads those that have changed or gone. */
  refresh(): Promise<void>;
  readonly development: Pick<Development, 'changesOf' | 'thrown'>;
  /** Unloads every application and removes all listeners. */
  dispose(): void;
  /** Called by `app.use(host)`. */
  install(app: App): void;
}
