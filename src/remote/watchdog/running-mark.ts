/** One build of an application. */
export interface MarkedApp {
  readonly code: string;
  /** Address of its entry, with the version. */
  readonly entry: string;
  /** Set where it is being developed. */
  readonly build?: string;
}

const PREFIX = 'platform.remote.running.';

/** What of this page stands in the storage: the applications whose code runs, or whose views are in sight. */
export interface RunningMark {
  run(app: MarkedApp): () => void;
  show(app: MarkedApp): () => void;
  /** The applications that have views in sight. */
  readonly shown: readonly MarkedApp[];
  /** Of a page out of sight only what runs counts: browsers end such pages without notice. */
  setSight(inSight: boolean): void;
  /** The page leaves: nothing is written any more, whatever else it hears on its way. */
  readonly end: () => void;
  /** It has come back. */
  readonly resume: () => void;
  /** Takes the mark of another page away. */
  forget(page: string): void;
}

/** A storage that is full or forbidden keeps no mark. The methods are taken now: an application may replace them later. */
export function createRunningMark(storage: Storage, page: string): RunningMark {
  const setItem = storage.setItem.bind(storage);
  const removeItem = storage.removeItem.bind(storage);
  const { stringify } = JSON;
  const running: MarkedApp[] = [];
  const shown: MarkedApp[] = [];
  let inSight = true;
  let ended = false;

  function write(): void {
    const apps = ended ? [] : inSight ? [...running, ...shown] : running;
    try {
      if (apps.length === 0) removeItem(PREFIX + page);
      else setItem(PREFIX + page, stringify(apps.map(({ code, entry }) => ({ code, entry }))));
    } catch {
      // Without a mark, everything is loaded as ever.
    }
  }
  function put(list: MarkedApp[], app: MarkedApp): () => void {
    list.push(app);
    write();
    let there = true;
    return () => {
      if (!there) return;
      there = false;
      list.splice(list.indexOf(app), 1);
      write();
    };
  }
  return {
    run: (app) => put(running, app),
    show: (app) => put(shown, app),
    shown,
    setSight(value) {
      inSight = value;
      write();
    },
    end() {
      ended = true;
      write();
    },
    resume() {
      ended = false;
      write();
    },
    forget: (other) => removeItem(PREFIX + other),
  };
}

/** Page → what ran there, of the pages that have a mark. */
export function readOtherMarks(storage: Storage, page: string): Map<string, MarkedApp[]> {
  const marks = new Map<string, MarkedApp[]>();
  for (let place = 0; place < storage.length; place++) {
    const key = storage.key(place);
    if (!key?.startsWith(PREFIX) || key === PREFIX + page) continue;
    marks.set(key.slice(PREFIX.length), appsIn(storage.getItem(key)));
  }
  return marks;
}

function appsIn(text: string | null): MarkedApp[] {
  try {
    const apps: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(apps) ? apps.filter(isMarkedApp) : [];
  } catch {
    return [];
  }
}

export function isMarkedApp(value: unknown): value is MarkedApp {
  const { code, entry } = (value ?? {}) as Partial<MarkedApp>;
  return typeof code === 'string' && typeof entry === 'string';
}
