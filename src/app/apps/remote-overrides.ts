import type { RemoteAppDescriptor } from '@/remote';
import { shallowRef, type InjectionKey, type ShallowRef } from 'vue';

/** Application code → address of the entry to load in place of the installed one. */
export type Overrides = ReadonlyMap<string, string>;

const PARAMETER = 'remote';
const KEY = 'platform.remotes';
/** `hello@http://localhost:5174/index.js`; without an address it ends the override. */
const OVERRIDE = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*)@(https?:\/\/\S+)?$/;

export interface RemoteOverrides {
  /** Those that are in effect. */
  readonly active: Readonly<ShallowRef<Overrides>>;
  /** Finds out, once, whether they are allowed here. */
  readonly settle: () => Promise<void>;
  /** Puts the addresses into a list of applications, when that is settled. */
  readonly apply: (apps: readonly RemoteAppDescriptor[]) => Promise<readonly RemoteAppDescriptor[]>;
  /** Ends one; the installed frontend is loaded with the next list. */
  readonly remove: (code: string) => void;
}

export const remoteOverridesKey: InjectionKey<RemoteOverrides> = Symbol('remote-overrides');

export interface RemoteOverridesOptions {
  storage: Storage;
  /** Whether the host is for development. */
  isDevelopment: () => Promise<boolean>;
  /** Whether code from an address that is not on this machine is to be run. */
  confirm: (code: string, origin: string) => Promise<boolean>;
  /** Told when the host is not for development, and nothing is overridden. */
  refused: (codes: readonly string[]) => void;
}

/**
 * Takes `?remote=<code>@<address>` out of the address of the page, and keeps it for the session of this tab (design 5.4). Nothing is
 * loaded by it: whether it may be is found out when the applications are known.
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

/** The overrides of this session; refused, and forgotten, where the host is not for development. */
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
        // What the installed one needs is not what this one needs.
        const { code, name, version, icon } = app;
        return { code, name, version, icon, entry, build: entry };
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
