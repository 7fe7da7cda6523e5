import { pause, type HttpClient } from '@/shared/http';

export interface FollowAppsOptions {
  http: Pick<HttpClient, 'stream'>;
  /** Reads what is there now. */
  refresh: () => Promise<void>;
  /** A frontend that is being developed has been built anew. Reads the remotes alone, and at once. */
  onDeveloped: () => Promise<void>;
  /** Reads the message center anew: somebody has sent a notice, or may have. */
  onNotice: () => void;
  /** Default: the page's. */
  document?: Document;
  /** Milliseconds between two looks while there is no live connection; default 60,000. */
  interval?: number;
}

/** An operation tells of itself in several events, milliseconds apart. */
const TOGETHER_MS = 150;
/** A page that nobody looks at gives its connection back after this: a browser has six for each address. */
const HIDDEN_MS = 30_000;

/**
 * Follows what anyone installs, upgrades, enables, disables or removes, and the person's notices, by `GET /app/runtime/events` (design 5.2). A connection
 * that was lost is tried again, and what happened meanwhile is read; without one, it looks now and then. Returns how to end it.
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
    // One that fails is made up for by the next event, or when the connection stands again.
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
