import type { RemoteAppDescriptor } from '@/remote';
import { shallowRef, type InjectionKey, type ShallowRef } from 'vue';

/** Application code → address of the entry to load in place of the installed one. */
export type Overrides = ReadonlyMap<string, string>;

const PARAMETER = 'remote';
const KEY = 'platform.remotes';
/** `hello@http://localhost:5174/index.js`; without an address it ends the override. */
const OVERRIDE = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*)@(https?:\/\/\S+)?$/;

export interface RemoteOverrides {
  /** Overrides in effect. */
  readonly active: Readonly<ShallowRef<Overrides>>;
  /** Checks once whether overrides are allowed here. */
  readonly settle: () => Promise<void>;
  /** Applies the overrides to a list of applications, once they are settled. */
  readonly apply: (apps: readonly RemoteAppDescriptor[]) => Promise<readonly RemoteAppDescriptor[]>;
  /** Ends an override; the next list loads the installed frontend. */
  readonly remove: (code: string) => void;
}

export const remoteOverridesKey: InjectionKey<RemoteOverrides> = Symbol('remote-overrides');

export interface RemoteOverridesOptions {
  storage: Storage;
  /** Whether the host is for development. */
  isDevelopment: () => Promise<boolean>;
  /** Asks whether to run code from another machine. */
  confirm: (code: string, origin: string) => Promise<boolean>;
  /** Called when the host is not in development mode and overrides are ignored. */
  refused: (codes: readonly string[]) => void;
}

/**
 * Moves `?remote=<code>@<address>` from the page's address into this tab's session storage (design
 * 5.4). Loads nothing: permission is checked once the applications are known.
 */
export function takeRemoteOverrides(page: Pick<Window, 'location' | 'history' | 'sessionStorage'>): void {
  const url = new URL(page.location.href);
  const given = url.searchParams.getAll(PARAMETER).flatMap((value) => {
    const [, code, address] = OVERRIDE.exec(value) ?? [];
    return code === undefined ? [] : [[code, address] as const];
  });
  if (given.length === 0) return;
  const kept = new Map(read(page.sessionStorage));
  for (const [code, address] of given) {
    if (address === undefined) kept.delete(code);
    else kept.set(code, address);
  }
  write(page.sessionStorage, kept);
  const others = url.searchParams.getAll(PARAMETER).filter((value) => !OVERRIDE.test(value));
  url.searchParams.delete(PARAMETER);
  for (const value of others) url.searchParams.append(PARAMETER, value);
  page.history.replaceState(page.history.state, '', url);
}

/** The overrides of this session. They are dropped where the host is not in development mode. */
export function createRemoteOverrides(options: RemoteOverridesOptions): RemoteOverrides {
  const { storage, isDevelopment, confirm, refused } = options;
  const active = shallowRef<Overrides>(new Map());
  let settling: Promise<void> | undefined;
  const settle = () => (settling ??= permit());

  async function permit(): Promise<void> {
    const wanted = read(storage);
    if (wanted.size === 0) return;
    if (!(await isDevelopment().catch(() => false))) {
      write(storage, new Map());
      refused([...wanted.keys()]);
      return;
    }
    for (const [code, address] of wanted) {
      const { hostname, origin } = new URL(address);
      const allowed = isThisMachine(hostname) || (await confirm(code, origin));
      if (!allowed) wanted.delete(code);
    }
    write(storage, wanted);
    active.value = wanted;
  }

  return {
    active,
    settle,
    async apply(apps) {
      await settle();
      return apps.map((app) => {
        const entry = active.value.get(app.code);
        if (entry === undefined) return app;
        // Requirements of the installed version do not apply to the override.
        const { code, name, names, version, icon } = app;
        return { code, name, names, version, icon, entry, build: entry };
      });
    },
    remove(code) {
      active.value = new Map([...active.value].filter(([key]) => key !== code));
      write(storage, active.value);
    },
  };
}

const isThisMachine = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

function read(storage: Storage): Map<string, string> {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, string>;
    return new Map(Object.entries(kept).filter(([code, address]) => OVERRIDE.test(`${code}@${address}`)));
  } catch {
    return new Map();
  }
}

function write(storage: Storage, overrides: Overrides): void {
  if (overrides.size === 0) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(Object.fromEntries(overrides)));
}
