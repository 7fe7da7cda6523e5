import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PlatformError } from '../../kernel/index.ts';

/** A build of a remote application that is served in place of what was installed. */
export interface DevelopedRemote {
  /** Another one for each build; the `?v=` of its entry. */
  readonly build: string;
  readonly entry: string;
  /** What the build's own `remote.json` says; undefined where it says nothing. */
  readonly version?: string;
  readonly shared?: Readonly<Record<string, string>>;
  readonly runtimeApi?: string;
}

type Description = Pick<DevelopedRemote, 'version' | 'shared' | 'runtimeApi'>;

const ENTRY = 'index.js';
/** No folder above, no hidden file, nothing that a file system reads otherwise. */
const FILE = /^[\w~@+-][\w.~@+-]*(?:\/[\w~@+-][\w.~@+-]*)*$/;

/** Builds that `npm run dev` pushes, until they are withdrawn or the host ends. (design 5.4) */
export class DevelopedRemotes {
  readonly #directory: string;
  readonly #served = new Map<string, DevelopedRemote>();

  /** @param directory that the gateway serves at `/remote-apps/~development/` */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Forgets what an earlier process served. */
  clear(): Promise<void> {
    return rm(this.#directory, { recursive: true, force: true });
  }

  find(appCode: string): DevelopedRemote | undefined {
    return this.#served.get(appCode);
  }

  /**
   * Serves a build. Files of earlier builds stay, as views that are on screen may still ask for them.
   *
   * @param files path in the build → content, base64
   * @throws PlatformError REMOTE_BUILD_INVALID
   */
  async serve(
    appCode: string,
    build: string,
    files: Readonly<Record<string, string>>,
  ): Promise<DevelopedRemote> {
    const misnamed = Object.keys(files).find((name) => !FILE.test(name));
    if (misnamed !== undefined) throw invalid(`${JSON.stringify(misnamed)} is no path in a build`);
    if (files[ENTRY] === undefined) throw invalid(`it has no ${ENTRY}`);
    const description = describe(files['remote.json']);
    // The entry last: it names the others.
    const names = Object.keys(files).sort((a, b) => Number(a === ENTRY) - Number(b === ENTRY));
    for (const name of names) {
      const path = join(this.#directory, appCode, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.from(files[name] ?? '', 'base64'));
    }
    const entry = `/remote-apps/~development/${appCode}/${ENTRY}?v=${encodeURIComponent(build)}`;
    const served = { ...description, build, entry };
    this.#served.set(appCode, served);
    return served;
  }

  async withdraw(appCode: string): Promise<void> {
    this.#served.delete(appCode);
    await rm(join(this.#directory, appCode), { recursive: true, force: true });
  }
}

function describe(remoteJson: string | undefined): Description {
  if (remoteJson === undefined) return {};
  try {
    const { version, shared, runtimeApi } = JSON.parse(
      Buffer.from(remoteJson, 'base64').toString(),
    ) as Description;
    return {
      ...(version === undefined ? {} : { version }),
      ...(shared === undefined ? {} : { shared }),
      ...(runtimeApi === undefined ? {} : { runtimeApi }),
    };
  } catch {
    throw invalid('its remote.json is not JSON');
  }
}

function invalid(reason: string): PlatformError {
  return new PlatformError({
    code: 'REMOTE_BUILD_INVALID',
    status: 400,
    message: `The pushed build cannot be served: ${reason}.`,
    fix: 'Push what defineRemoteApp builds, each file under its path in the output folder.',
  });
}
