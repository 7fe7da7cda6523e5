import semver from 'semver';
import type { Database, VersionStatus } from '../../data/index.ts';
import { PlatformError, type Clock } from '../../kernel/index.ts';
import type { ListingStore } from '../records/listing-store.ts';
import type { CodeKeys, SignedCode } from './code-keys.ts';
import {
  DEPRECATED,
  manifestOf,
  PENDING,
  PUBLISHED,
  UNLISTED,
  type AppVersion,
  type VersionStore,
} from '../records/version-store.ts';

export interface VersionStatesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly listings: ListingStore;
  readonly versions: VersionStore;
  readonly codeKeys: CodeKeys;
}

/**
 * The states of a version: pending → published ⇄ unlisted, published ⇄ deprecated.
 *
 * Each change updates `latest_version`; running versions stay. (spec: States, L9; design 2.3)
 */
export class VersionStates {
  readonly #parts: VersionStatesParts;

  constructor(parts: VersionStatesParts) {
    this.#parts = parts;
  }

  /**
   * @throws VERSION_NOT_FOUND (404), VERSION_NOT_PENDING (409), PACKAGE_KEY_CHANGED (409) when
   *   another key has published the code since the version was saved (spec: Endpoints 3)
   */
  publish(versionId: number): Promise<void> {
    const release_time = new Date(this.#parts.clock.now()).toISOString();
    return this.#move(versionId, [PENDING], 'published', { status: PUBLISHED, release_time });
  }

  /** @throws VERSION_NOT_FOUND (404), VERSION_STATE (409) unless it is published */
  unlist(versionId: number): Promise<void> {
    return this.#move(versionId, [PUBLISHED], 'unlisted', { status: UNLISTED });
  }

  /**
   * @param reason shown before an installation
   * @throws VERSION_NOT_FOUND (404), VERSION_STATE (409) unless it is published
   */
  deprecate(versionId: number, reason: string): Promise<void> {
    return this.#move(versionId, [PUBLISHED], 'deprecated', {
      status: DEPRECATED,
      deprecate_reason: reason,
    });
  }

  /** @throws VERSION_NOT_FOUND (404), VERSION_STATE (409) unless it is unlisted or deprecated */
  restore(versionId: number): Promise<void> {
    return this.#move(versionId, [UNLISTED, DEPRECATED], 'restored', {
      status: PUBLISHED,
      deprecate_reason: null,
    });
  }

  async #move(
    versionId: number,
    from: readonly VersionStatus[],
    what: VersionMove,
    change: StateChange,
  ): Promise<void> {
    const { codeKeys, database, listings, versions } = this.#parts;
    const known = await versions.byId(versionId);
    if (!known) throw versionNotFound();
    await database.transaction(async () => {
      await listings.lock(known.appId);
      const version = await versions.byId(versionId);
      if (!version) throw versionNotFound();
      if (!from.includes(version.status)) throw refusedTransition(version, what);
      if (what === 'published') await codeKeys.claim(signedCodeOf(version));
      await versions.update(versionId, change);
      await this.#followLatest(version);
    });
  }

  /** Unlists an application without offered versions: it could not be listed now. (spec: States) */
  async #followLatest({ appId, appCode }: AppVersion): Promise<void> {
    const { listings, versions } = this.#parts;
    const all = await versions.ofApp(appCode);
    const latest_version = latestOf(all);
    const latest = all.find(({ version }) => version === latest_version);
    const change = { latest_version, ...(latest ? {} : { status: 0 as const }) };
    await listings.edit(appId, change, latest && manifestOf(latest));
  }
}

interface StateChange {
  readonly status: VersionStatus;
  readonly deprecate_reason?: string | null;
  readonly release_time?: string;
}

/** The highest published version, else the highest deprecated one. */
export function latestOf(versions: ReadonlyArray<Pick<AppVersion, 'version' | 'status'>>): string | null {
  const [latest] = versions
    .filter(({ status }) => status === PUBLISHED || status === DEPRECATED)
    .sort((a, b) => a.status - b.status || semver.rcompare(a.version, b.version));
  return latest?.version ?? null;
}

type VersionMove = 'published' | 'unlisted' | 'deprecated' | 'restored' | 'deleted';

const STATE_NAMES: Readonly<Record<VersionStatus, string>> = {
  [PENDING]: 'pending',
  [PUBLISHED]: 'published',
  [UNLISTED]: 'unlisted',
  [DEPRECATED]: 'deprecated',
};

/** @returns VERSION_NOT_PENDING or VERSION_STATE (409) */
export function refusedTransition(version: AppVersion, what: VersionMove): PlatformError {
  const needsPending = what === 'published' || what === 'deleted';
  return new PlatformError({
    code: needsPending ? 'VERSION_NOT_PENDING' : 'VERSION_STATE',
    status: 409,
    message: `${version.appCode} ${version.version} is ${STATE_NAMES[version.status]} and cannot be ${what}.`,
    fix: needsPending
      ? 'Save a new version.'
      : what === 'restored'
        ? 'Only an unlisted or deprecated version can be restored.'
        : version.status === PENDING
          ? 'Publish it first, or delete it.'
          : 'Restore it first.',
    details: { state: STATE_NAMES[version.status] },
  });
}

/** @returns VERSION_NOT_FOUND (404) */
export function versionNotFound(): PlatformError {
  return new PlatformError({
    code: 'VERSION_NOT_FOUND',
    status: 404,
    message: 'This version does not exist.',
    fix: "Choose one of the application's versions in the console.",
    details: { params: { case: 'unknown' } },
  });
}

const signedCodeOf = ({ appCode, signatureState, signerKeyId }: AppVersion): SignedCode => ({
  appCode,
  state: signatureState,
  keyId: signerKeyId,
});
