import { pause, type HttpClient } from '@/shared/http';

export interface FollowAppsOptions {
  http: Pick<HttpClient, 'stream'>;
  /** Reads what is there now. */
  refresh: () => Promise<void>;
  /** A frontend in development was rebuilt. Reloads only the remotes, without a delay. */
  onDeveloped: () => Promise<void>;
  /** Reloads the message center, because a notice may have arrived. */
  onNotice: () => void;
  /** Default: the page's. */
  document?: Document;
  /** Milliseconds between polls without a live connection; default 60,000. */
  interval?: number;
}

/** One operation emits several events within milliseconds. */
const TOGETHER_MS = 150;
/** A hidden page closes its connection after this time: a browser has six per origin. */
const HIDDEN_MS = 30_000;

/**
 * Follows changes of applications and the person's notices by `GET /app/runtime/events` (design
 * 5.2). After a lost connection it reconnects and reloads; without a connection it polls. Returns
 * a function that stops it.
 */
export function followApps({
  http,
  refresh,
  onDeveloped,
  onNotice,
  ...options
}: FollowAppsOptions): () => void {
  const page = options.document ?? document;
  const interval = options.interval ?? 60_000;
  let live: AbortController | undefined;
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let missed = false;

  function refreshSoon(): void {
    clearTimeout(refreshing);
    // The next event, or the next connection, makes up for a failed refresh.
    refreshing = setTimeout(() => void refresh().catch(() => undefined), TOGETHER_MS);
  }

  function catchUp(): void {
    refreshSoon();
    onNotice();
  }

  async function follow({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await http
        .stream('/app/runtime/events', {
          signal,
          onOpen: (again) => {
            if (again || missed) catchUp();
            missed = false;
          },
          onEvent: ({ event }) => {
            if (event === 'notice') onNotice();
            else if (event === 'developed') void onDeveloped().catch(() => undefined);
            else refreshSoon();
          },
        })
        .catch(() => undefined);
      missed = true;
      await pause(interval, signal);
      if (!signal.aborted) catchUp();
    }
  }

  function start(): void {
    if (live) return;
    live = new AbortController();
    void follow(live);
  }

  function stop(): void {
    live?.abort();
    live = undefined;
    missed = true;
  }

  function onVisibility(): void {
    clearTimeout(hiding);
    if (page.visibilityState === 'visible') start();
    else hiding = setTimeout(stop, HIDDEN_MS);
  }

  page.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    page.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(hiding);
    clearTimeout(refreshing);
    stop();
  };
}
