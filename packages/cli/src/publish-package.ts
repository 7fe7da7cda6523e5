import type { ParsedPackage, Version } from '@platform/host-api';
import { ApiFailure, type ApiClient } from './api-client.ts';

/** The published version. */
export interface Published {
  readonly appId: number;
  readonly versionId: number;
  readonly appCode: string;
  readonly version: string;
  readonly packageSha256: string;
  readonly listed: boolean;
  /** An earlier call has published the same bytes. */
  readonly alreadyPublished: boolean;
}

type Saved = Pick<Version, 'appId' | 'packageSha256' | 'status' | 'versionId'>;

const PENDING = 0;
const PUBLISHED = 1;

export interface PublishOptions {
  readonly notes?: string;
  /** False leaves the application out of the market as it is. */
  readonly list?: boolean;
  /** Called after each step that was still to do. */
  readonly onStep?: (step: 'uploaded' | 'saved' | 'published' | 'listed', parsed: ParsedPackage) => void;
}

/**
 * Uploads a package, saves it as a version, publishes it and lists the application. (spec:
 * Lifecycle listing sequence)
 *
 * Goes on where an earlier call with the same package ended, and changes nothing once all is done.
 *
 * @throws {@link ApiFailure} `VERSION_EXISTS` for another package of a saved version, and for one
 *   that was unlisted or deprecated
 */
export async function publishPackage(
  api: ApiClient,
  file: string,
  { notes, list = true, onStep }: PublishOptions = {},
): Promise<Published> {
  const parsed = await api.upload<ParsedPackage>('/app/package/parse', file);
  onStep?.('uploaded', parsed);
  const { packageSha256, appCode, version } = parsed;
  const { appId, versionId, status } = await save(api, parsed, notes);
  const alreadyPublished = status === PUBLISHED;
  if (!alreadyPublished) {
    onStep?.('saved', parsed);
    await api.post(`/app/version/${versionId}/publish`);
    onStep?.('published', parsed);
  }
  if (list) {
    await api.post(`/app/console/${appId}/status?status=1`);
    onStep?.('listed', parsed);
  }
  return { appId, versionId, appCode, version, packageSha256, listed: list, alreadyPublished };
}

/** The version of a package, also if an earlier call has saved it. */
async function save(
  api: ApiClient,
  { packageUrl, packageSha256 }: ParsedPackage,
  notes: string | undefined,
): Promise<Saved> {
  const releaseNotes = notes === undefined ? {} : { releaseNotes: notes };
  try {
    return await api.post<Version>('/app/version', { packageUrl, packageSha256, ...releaseNotes });
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'VERSION_EXISTS')) throw error;
    const existing = error.details as Saved | undefined;
    const isSame = existing?.packageSha256 === packageSha256;
    if (isSame && [PENDING, PUBLISHED].includes(existing.status)) return existing;
    throw error;
  }
}
