import type { ViewSource } from '../../../define-app.ts';
import type { RemoteRuntime } from '../../../runtime/runtime.ts';
import type { RuntimeCode, Sighting } from '../findings.ts';
import { addShellSheet, publishShared, shareScope } from './shared-scope.ts';
import { messageOf, TimeLimitExceeded } from './time-limit.ts';

export type Views = Readonly<Record<string, ViewSource>>;

export interface LoadOptions {
  readonly code: string;
  /** Address of `index.js`. */
  readonly entry: string;
  readonly runtime: RemoteRuntime;
  /** Runs a stage within its time limit. */
  readonly limited: <T>(work: () => T) => Promise<Awaited<T>>;
  readonly see: (sighting: Sighting) => void;
}

const EXPOSED = './install';

/** Aborts the load after a reported error. */
class Stopped extends Error {}

/**
 * Loads and installs an application as the shell does (design 5.2). Returns undefined after a
 * reported failure.
 */
export async function loadRemote({
  code,
  entry: address,
  runtime,
  limited,
  see,
}: LoadOptions): Promise<Views | undefined> {
  const stop = (sighted: RuntimeCode, message: string): never => {
    see({ code: sighted, message });
    throw new Stopped();
  };
  const stage = async <T>(failure: RuntimeCode, what: string, work: () => T): Promise<Awaited<T>> => {
    try {
      return await limited(work);
    } catch (thrown) {
      const late = thrown instanceof TimeLimitExceeded;
      return stop(late ? 'CHECK_RUN_TIMEOUT' : failure, `${what}: ${messageOf(thrown)}`);
    }
  };
  const open = async (container: Container): Promise<unknown> => {
    await stage('CHECK_RUN_ENTRY_FAILED', 'init of the entry', () => container.init(shareScope()));
    return stage('CHECK_RUN_INSTALL_MISSING', `The entry's ${EXPOSED}`, async () => {
      const factory = await container.get(EXPOSED);
      return typeof factory === 'function' ? (factory as () => unknown)() : factory;
    });
  };
  try {
    publishShared();
    const entry = await stage(
      'CHECK_RUN_ENTRY_FAILED',
      'The entry',
      () => import(/* @vite-ignore */ address) as Promise<Container | NativeEntry>,
    );
    const made = isContainer(entry) ? await open(entry) : (entry.install ?? entry.default);
    if (made === undefined && !isContainer(entry))
      return stop('CHECK_RUN_ENTRY_INVALID', 'The entry exports neither init and get nor install.');
    const sheets = isContainer(entry) ? sheetsOf(code) : entry.styles;
    await stage('CHECK_RUN_FILE_MISSING', 'A style sheet', () => addStyles(sheets, address));
    const install = typeof made === 'function' ? made : (made as { default?: unknown } | undefined)?.default;
    if (typeof install !== 'function')
      return stop(
        'CHECK_RUN_INSTALL_MISSING',
        'The entry’s module has no default export that is a function.',
      );
    const result = await stage('CHECK_RUN_INSTALL_FAILED', 'install', () =>
      (install as (given: RemoteRuntime) => unknown)(runtime),
    );
    const { manifest, views } = (result ?? {}) as { manifest?: { code?: unknown }; views?: unknown };
    if (typeof manifest?.code !== 'string' || typeof views !== 'object' || views === null)
      return stop(
        'CHECK_RUN_INSTALL_INVALID',
        'install did not return a manifest with a code and an object of views.',
      );
    if (manifest.code !== code)
      see({ code: 'CHECK_RUN_MANIFEST_CODE', message: `The build belongs to "${manifest.code}".` });
    return views as Views;
  } catch (thrown) {
    if (thrown instanceof Stopped) return undefined;
    throw thrown;
  }
}

interface Container {
  init(scope: object): unknown;
  get(name: string): unknown;
}

/** An entry built as native modules. */
interface NativeEntry {
  install?: unknown;
  default?: unknown;
  styles?: unknown;
}

function isContainer(entry: Container | NativeEntry): entry is Container {
  const { init, get } = entry as Partial<Container>;
  return typeof init === 'function' && typeof get === 'function';
}

/** Style sheets of a container, listed after `get`. */
const sheetsOf = (code: string): unknown =>
  (window as unknown as Record<string, unknown>)[`css__${code}__${EXPOSED}`];

/** Adds the style sheets of the application; the server reports missing ones. */
async function addStyles(named: unknown, entry: string): Promise<void> {
  const addresses = Array.isArray(named) ? named.map((sheet) => new URL(String(sheet), entry).href) : [];
  const sheets = [...new Set(addresses)];
  await Promise.all(sheets.map(addShellSheet));
}
