import { RemoteError } from './errors.ts';
import type { RemoteCatalog } from './loading/catalog.ts';
import type { RemoteLoader } from './loading/loader.ts';
import type { BootWatchdog } from './watchdog/boot-watchdog.ts';
import type { ObserverOwners } from './effects/observer-owners.ts';
import type { VisibleApps } from './effects/visible-apps.ts';
import type { RemoteHost } from './remote-host.ts';

export interface FrameConflictOptions {
  catalog: Pick<RemoteCatalog, 'apps'>;
  loader: Pick<RemoteLoader, 'end'>;
  observers: Pick<ObserverOwners, 'has' | 'latest' | 'disconnect'>;
  visibleApps: Pick<VisibleApps, 'current'>;
  watchdog: Pick<BootWatchdog, 'leaveOut'>;
  report: RemoteHost['report'];
}

/**
 * Ends the application that removes or hides parts of the frame as often as they are restored.
 * @returns call with `true` if the conflict continues after an application has been ended: that
 * application is then left out at the next start
 */
export function createFrameConflict(options: FrameConflictOptions): (last: boolean) => void {
  const { catalog, loader, observers, visibleApps, watchdog, report } = options;
  let previous: string | undefined;

  function suspect(): string | undefined {
    const visible = visibleApps.current();
    if (visible !== undefined && observers.has(visible)) return visible;
    return observers.latest() ?? visible ?? previous;
  }
  return (last) => {
    const code = suspect();
    if (code === undefined) return;
    previous = code;
    observers.disconnect(code);
    const error = new RemoteError({
      code: 'REMOTE_FRAME_TAKEN',
      stage: 'render',
      app: code,
      message: 'it removes or hides parts of the page frame as often as the shell restores them',
    });
    report(code, error, 'frame', { notice: last });
    const app = loader.end(code, error) ?? catalog.apps.value?.find((known) => known.code === code);
    if (app && last) watchdog.leaveOut(app);
  };
}
