import type { ClusterBus } from '../../infra/index.ts';
import { PlatformError, type Undo } from '../../kernel/index.ts';

/** The remote application that a development server announces. */
export interface RemoteAddress {
  /** Absolute address of the entry, for browsers. */
  readonly entry: string;
  /** Version in `remote.json`; undefined when unknown. */
  readonly version?: string;
  readonly shared?: Readonly<Record<string, string>>;
  readonly runtimeApi?: string;
}

/** A remote application served from its sources in place of the installed one. */
export interface DevelopedRemote extends RemoteAddress {
  /** Value of the entry's `?v=`, new for each announcement. */
  readonly build: string;
}

/** Message to the other hosts. */
interface Announced {
  readonly appCode: string;
  /** Missing once the installed frontend is served again. */
  readonly served?: DevelopedRemote;
}

const TOPIC = 'developed';

/**
 * Applications served by development servers, until they withdraw or the host stops. (design 5.4)
 */
export class DevelopedRemotes {
  readonly #served = new Map<string, DevelopedRemote>();
  readonly #bus: ClusterBus;

  constructor(bus: ClusterBus) {
    this.#bus = bus;
  }

  /** Follows what developers announce to other hosts. */
  follow(changed: () => void): Undo {
    return this.#bus.subscribe(TOPIC, {
      received: (body) => {
        const { appCode, served } = body as Announced;
        if (served) this.#served.set(appCode, served);
        else this.#served.delete(appCode);
        changed();
      },
      // A development server announces itself again when its sources change.
      missed: () => undefined,
    });
  }

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
    this.#bus.publish(TOPIC, { appCode, served } satisfies Announced);
    return served;
  }

  withdraw(appCode: string): void {
    this.#served.delete(appCode);
    this.#bus.publish(TOPIC, { appCode } satisfies Announced);
  }
}

function invalid(entry: string): PlatformError {
  return new PlatformError({
    code: 'REMOTE_ADDRESS_INVALID',
    status: 400,
    message: `${JSON.stringify(entry)} is not an address that a browser can load a module from.`,
    fix: 'Send the address of the entry on the development server, such as http://localhost:5174/index.js.',
  });
}
