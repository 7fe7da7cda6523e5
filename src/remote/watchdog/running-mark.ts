/** One build of an application. */
export interface MarkedApp {
  readonly code: string;
  /** Address of its entry, with the version. */
  readonly entry: string;
  /** Set for a development build. */
  readonly build?: string;
}

const PREFIX = 'platform.remote.running.';

/**
 * The mark of this page in the storage: applications whose code runs or whose views are visible.
 */
export interface RunningMark {
  run(app: MarkedApp): () => void;
  show(app: MarkedApp): () => void;
  /** The applications with visible views. */
  readonly visible: readonly MarkedApp[];
  /** Browsers discard hidden pages without notice: only running code counts there. */
  setVisible(visible: boolean): void;
  /** Removes the mark when the page leaves; later events write nothing. */
  readonly end: () => void;
  /** Writes the mark again when the page comes back from the cache. */
  readonly resume: () => void;
  /** Removes the mark of another page. */
  forget(page: string): void;
}

/** Methods of the storage are taken now, because an application may replace them later. */
export function createRunningMark(storage: Storage, page: string): RunningMark {
  const setItem = storage.setItem.bind(storage);
  const removeItem = storage.removeItem.bind(storage);
  const { stringify } = JSON;
  const running: MarkedApp[] = [];
  const visible: MarkedApp[] = [];
  let pageVisible = true;
  let ended = false;

  function write(): void {
    const apps = ended ? [] : pageVisible ? [...running, ...visible] : running;
    try {
      if (apps.length === 0) removeItem(PREFIX + page);
      else setItem(PREFIX + page, stringify(apps.map(({ code, entry }) => ({ code, entry }))));
    } catch {
      // A full or forbidden storage keeps no mark; applications load as usual.
    }
  }
  function put(list: MarkedApp[], app: MarkedApp): () => void {
    list.push(app);
    write();
    let marked = true;
    return () => {
      if (!marked) return;
      marked = false;
      list.splice(list.indexOf(app), 1);
      write();
    };
  }
  return {
    run: (app) => put(running, app),
    show: (app) => put(visible, app),
    visible,
    setVisible(value) {
      pageVisible = value;
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

/** The marks of other pages: page → its applications. */
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
