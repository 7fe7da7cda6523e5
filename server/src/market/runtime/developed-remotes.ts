import { PlatformError } from '../../kernel/index.ts';

/** What a development server says of the application that it serves. */
export interface RemoteAddress {
  /** Absolute address of the entry, for browsers. */
  readonly entry: string;
  /** What `remote.json` of a build would say; undefined where it is not known. */
  readonly version?: string;
  readonly shared?: Readonly<Record<string, string>>;
  readonly runtimeApi?: string;
}

/** A remote application that is served from its sources, in place of what was installed. */
export interface DevelopedRemote extends RemoteAddress {
  /** Another one each time that a development server announces itself; the `?v=` of the entry. */
  readonly build: string;
}

/** Applications whose sources a development server serves, until it withdraws or the host ends. (design 5.4) */
export class DevelopedRemotes {
  readonly #served = new Map<string, DevelopedRemote>();

  find(appCode: string): DevelopedRemote | undefined {
    return this.#served.get(appCode);
  }

  /** @throws PlatformError REMOTE_ADDRESS_INVALID */
  serve(appCode: string, address: RemoteAddress): DevelopedRemote {
    const entry = URL.parse(address.entry);
    if (!entry || !/^https?:$/.test(entry.protocol)) throw invalid(address.entry);
    const build = Date.now().toString(36);
    entry.searchParams.set('v', build);
    const served = { ...address, build, entry: entry.href };
    this.#served.set(appCode, served);
    return served;
  }

  withdraw(appCode: string): void {
    this.#served.delete(appCode);
  }
}

function invalid(entry: string): PlatformError {
  return new PlatformError({
    code: 'REMOTE_ADDRESS_INVALID',
    status: 400,
    message: `${JSON.stringify(entry)} is no address that a browser can load a module from.`,
    fix: 'Give the address of the entry on the development server, as http://localhost:5174/index.js.',
  });
}
