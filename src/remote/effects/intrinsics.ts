const CHANGED = 'REMOTE_INTRINSICS_CHANGED';
/** Built-ins that all code of the page shares, checked with statics and prototype. */
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

/** Properties of `window` that are checked; others are free to change. */
const OF_WINDOW = [
  ...['fetch', 'history', 'localStorage', 'sessionStorage', 'setTimeout', 'setInterval', 'clearTimeout'],
  ...['clearInterval', 'queueMicrotask', 'requestAnimationFrame', 'structuredClone', 'crypto', 'navigator'],
];

/** Own properties that would shadow those of the prototype. */
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

/** A changed property. */
export interface IntrinsicChange {
  /** `Array.prototype.at` */
  name: string;
  /** False if the property has been made read-only. */
  restored: boolean;
}

interface Known {
  name: string;
  object: object;
  properties: readonly KnownProperty[];
  /** All keys of the object; undefined if adding properties is allowed. */
  keys: Readonly<Record<PropertyKey, true>> | undefined;
}

interface KnownProperty {
  key: PropertyKey;
  /** Undefined if the property did not exist. */
  was: PropertyDescriptor | undefined;
}

/** Taken before any application runs: the check must not use built-ins that may be changed. */
const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
const { is } = Object;

/** Called with the application that ran when a change was found. */
export type ReportIntrinsics = (app: string, error: Error) => void;

/**
 * Interval of the check for changes that timers and listeners make. One check takes about 0.3 ms
 * (docs/security.md).
 */
const CHECK_MS = 1_000;

/** Restores built-ins that applications have changed, and reports the changes. */
export interface IntrinsicsGuard {
  /**
   * Checks now and then at an interval; called when code of the application has run.
   * @param visible whether a view of it is; later changes are then attributed to it
   */
  readonly check: (app: string, visible?: boolean) => void;
  readonly stop: () => void;
}

/** Restores built-ins that an application has changed, and reports them (design 9.6-36). */
export function createIntrinsicsGuard(report: ReportIntrinsics, page?: object): IntrinsicsGuard {
  const restoreChanged = watchIntrinsics(page);
  let timer: ReturnType<typeof setInterval> | undefined;
  let last = '';
  /** Properties that cannot be restored; each is reported once, for the first application. */
  const locked = new Set<string>();
  const every = setInterval.bind(globalThis);

  function checkNow(app: string): void {
    const changes = restoreChanged().filter(({ name, restored }) => restored || !locked.has(name));
    if (changes.length === 0) return;
    for (const { name, restored } of changes) if (!restored) locked.add(name);
    const list = (restored: boolean) =>
      changes.filter((change) => change.restored === restored).map(({ name }) => name);
    const parts = [['restored', list(true)] as const, ['cannot be restored', list(false)] as const].flatMap(
      ([outcome, names]) => (names.length > 0 ? [`${names.join(', ')} (${outcome})`] : []),
    );
    report(app, new Error(`${CHANGED}: "${app}" changed built-ins of the page: ${parts.join('; ')}`));
  }
  return {
    check(app, visible = false) {
      checkNow(app);
      if (visible || last === '') last = app;
      timer ??= every(() => checkNow(last), CHECK_MS);
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Records the built-ins of a page, their statics and their prototypes.
 * @returns restores what has changed since, and returns the changes
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

/** @param only properties to check; default: all, so that added properties are found too */
function note(name: string, object: object, only?: readonly string[]): Known {
  const keys = only?.filter((key) => Object.hasOwn(object, key)) ?? ownKeys(object);
  return {
    name,
    object,
    properties: keys.map((key) => ({ key, was: descriptorOf(object, key) })),
    keys: only ? undefined : recordOf(keys),
  };
}

/** Records own properties, or their absence, of names that the prototype defines. */
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

/** Uses plain loops, because `map` itself may have been changed. */
function restore({ name, object, properties, keys }: Known, changes: IntrinsicChange[]): void {
  const record = (key: PropertyKey, restored: boolean): void => {
    changes[changes.length] = { name: `${name}.${typeof key === 'symbol' ? '(symbol)' : key}`, restored };
  };
  const present = keys ? ownKeys(object) : [];
  for (let i = 0; i < present.length; i++) {
    const key = present[i] as PropertyKey;
    if (keys && !(key in keys)) record(key, deleteProperty(object, key));
  }
  for (let i = 0; i < properties.length; i++) {
    const { key, was } = properties[i] as KnownProperty;
    if (was === undefined) {
      if (getOwnPropertyDescriptor(object, key)) record(key, deleteProperty(object, key));
    } else if (!isSame(was, descriptorOf(object, key))) record(key, defineProperty(object, key, was));
  }
}

function descriptorOf(object: object, key: PropertyKey): PropertyDescriptor {
  return getOwnPropertyDescriptor(object, key) ?? {};
}

function isSame(was: PropertyDescriptor, now: PropertyDescriptor): boolean {
  return is(was.value, now.value) && was.get === now.get && was.set === now.set;
}
