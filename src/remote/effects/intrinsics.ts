const CHANGED = 'REMOTE_INTRINSICS_CHANGED';
/** What all code of a page shares and nobody may change. */
const BUILT_INS = [
  ...[
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Promise',
    'Date',
    'RegExp',
    'Map',
    'Set',
  ],
  ...[
    'WeakMap',
    'WeakSet',
    'Error',
    'JSON',
    'Math',
    'Reflect',
    'URL',
    'URLSearchParams',
    'Response',
    'Headers',
  ],
  ...[
    'EventTarget',
    'Node',
    'Element',
    'HTMLElement',
    'Document',
    'Event',
    'Storage',
    'History',
    'XMLHttpRequest',
    'MutationObserver',
    'CSSStyleSheet',
  ],
];

/** What the window gives to all code of a page: it has much else, which is nobody's business. */
const OF_WINDOW = [
  ...['fetch', 'history', 'localStorage', 'sessionStorage', 'setTimeout', 'setInterval', 'clearTimeout'],
  ...['clearInterval', 'queueMicrotask', 'requestAnimationFrame', 'structuredClone', 'crypto', 'navigator'],
];

/** What code would find in place of what the prototype has, if somebody put it there. */
const UNSHADOWED: Readonly<Record<string, readonly string[]>> = {
  window: ['addEventListener', 'removeEventListener', 'dispatchEvent'],
  document: [
    ...['createElement', 'createElementNS', 'createTextNode', 'createComment', 'createDocumentFragment'],
    ...['importNode', 'querySelector', 'querySelectorAll', 'getElementById', 'addEventListener'],
    ...[
      'removeEventListener',
      'dispatchEvent',
      'body',
      'head',
      'documentElement',
      'visibilityState',
      'cookie',
    ],
  ],
};

/** One property that is no longer what it was. */
export interface IntrinsicChange {
  /** `Array.prototype.at` */
  name: string;
  /** False where the property cannot be changed any more. */
  restored: boolean;
}

interface Known {
  name: string;
  object: object;
  properties: readonly KnownProperty[];
  /** The keys of all properties; undefined where others may be added. */
  keys: Readonly<Record<PropertyKey, true>> | undefined;
}

interface KnownProperty {
  key: PropertyKey;
  /** Undefined where there was none. */
  was: PropertyDescriptor | undefined;
}

/** Taken before any application runs: what looks for changes must not use what may have been changed. */
const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
const { is } = Object;

/** Tells of what was changed by an application, or while it was at work. */
export type ReportIntrinsics = (app: string, error: Error) => void;

/** How long what an application does later, by a timer, lasts. */
const LOOK_MS = 1000;

/** Puts back what applications have changed of what all share, and reports it. */
export interface IntrinsicsGuard {
  /**
   * Looks now, and from then on again and again: code of this application has run.
   * @param shown whether it is on screen, and the first to be asked for what is found later
   */
  readonly look: (app: string, shown?: boolean) => void;
  readonly stop: () => void;
}

/** Looks whether an application has changed what all share, puts it back and reports it (design 9.6-36). */
export function createIntrinsicsGuard(report: ReportIntrinsics, page?: object): IntrinsicsGuard {
  const look = watchIntrinsics(page);
  let timer: ReturnType<typeof setInterval> | undefined;
  let last = '';
  /** Told once, of the application that ran first: it stays as it is, whoever runs later. */
  const locked = new Set<string>();
  const every = setInterval.bind(globalThis);

  function lookAt(app: string): void {
    const changes = look().filter(({ name, restored }) => restored || !locked.has(name));
    if (changes.length === 0) return;
    for (const { name, restored } of changes) if (!restored) locked.add(name);
    const list = (restored: boolean) =>
      changes.filter((change) => change.restored === restored).map(({ name }) => name);
    const said = [
      ['which is put back', list(true)] as const,
      ['which cannot be put back', list(false)] as const,
    ].flatMap(([what, names]) => (names.length > 0 ? [`${names.join(', ')}, ${what}`] : []));
    report(app, new Error(`${CHANGED}: ${app} changes what all share: ${said.join('; ')}`));
  }
  return {
    look(app, shown = false) {
      lookAt(app);
      if (shown || last === '') last = app;
      timer ??= every(() => lookAt(last), LOOK_MS);
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Notes the built-ins of a page, their statics and their prototypes.
 * @returns puts back what has changed since, and tells what that was
 */
export function watchIntrinsics(page: object = globalThis): () => IntrinsicChange[] {
  const known = [
    ...BUILT_INS.flatMap((name) => partsOf(name, Reflect.get(page, name))),
    ...partsOf('history', Reflect.get(page, 'history')),
    note('window', page, [...BUILT_INS, ...OF_WINDOW]),
    ...Object.entries(UNSHADOWED).flatMap(([name, keys]) =>
      shadowsOf(name, name === 'window' ? page : Reflect.get(page, name), keys),
    ),
  ];
  return () => {
    const changes: IntrinsicChange[] = [];
    for (let i = 0; i < known.length; i++) restore(known[i] as Known, changes);
    return changes;
  };
}

function partsOf(name: string, value: unknown): Known[] {
  if (!isObject(value)) return [];
  const { prototype } = value as { prototype?: unknown };
  return [note(name, value), ...(isObject(prototype) ? [note(`${name}.prototype`, prototype)] : [])];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);

/** @param only these properties; default all, so that one more is told too */
function note(name: string, object: object, only?: readonly string[]): Known {
  const keys = only?.filter((key) => Object.hasOwn(object, key)) ?? ownKeys(object);
  return {
    name,
    object,
    properties: keys.map((key) => ({ key, was: descriptorOf(object, key) })),
    keys: only ? undefined : recordOf(keys),
  };
}

/** Properties as the object has them, or has none before its prototype's. */
function shadowsOf(name: string, object: unknown, wanted: readonly string[]): Known[] {
  if (!isObject(object)) return [];
  const properties = wanted
    .filter((key) => key in object)
    .map((key) => ({ key, was: getOwnPropertyDescriptor(object, key) }));
  return [{ name, object, properties, keys: undefined }];
}

function recordOf(keys: readonly PropertyKey[]): Record<PropertyKey, true> {
  const record = Object.create(null) as Record<PropertyKey, true>;
  for (const key of keys) record[key] = true;
  return record;
}

/** Plain loops only: `map` may be what was changed. */
function restore({ name, object, properties, keys }: Known, changes: IntrinsicChange[]): void {
  const tell = (key: PropertyKey, restored: boolean): void => {
    changes[changes.length] = { name: `${name}.${typeof key === 'symbol' ? 'a symbol' : key}`, restored };
  };
  const present = keys ? ownKeys(object) : [];
  for (let i = 0; i < present.length; i++) {
    const key = present[i] as PropertyKey;
    if (keys && !(key in keys)) tell(key, deleteProperty(object, key));
  }
  for (let i = 0; i < properties.length; i++) {
    const { key, was } = properties[i] as KnownProperty;
    if (was === undefined) {
      if (getOwnPropertyDescriptor(object, key)) tell(key, deleteProperty(object, key));
    } else if (!isSame(was, descriptorOf(object, key))) tell(key, defineProperty(object, key, was));
  }
}

function descriptorOf(object: object, key: PropertyKey): PropertyDescriptor {
  return getOwnPropertyDescriptor(object, key) ?? {};
}

function isSame(was: PropertyDescriptor, now: PropertyDescriptor): boolean {
  return is(was.value, now.value) && was.get === now.get && was.set === now.set;
}
