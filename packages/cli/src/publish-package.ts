import type { ParsedPackage, Version } from '@platform/host-api';
import type { ApiClient } from './api-client.ts';

/** The published version. */
export interface Published {
  readonly appId: number;
  readonly versionId: number;
  readonly appCode: string;
  readonly version: string;
  readonly packageSha256: string;
  readonly listed: boolean;
}

export interface PublishOptions {
  readonly notes?: string;
  /** False leaves the application out of the market as it is. */
  readonly list?: boolean;
  /** Called after each step. */
  readonly onStep?: (step: 'uploaded' | 'saved' | 'published' | 'listed', parsed: ParsedPackage) => void;
}

/**
 * Uploads a package, saves it as a version, publishes it and lists the application. (spec:
 * Lifecycle listing sequence)
 */
export async function publishPackage(
  api: ApiClient,
  file: string,
  { notes, list = true, onStep }: PublishOptions = {},
): Promise<Published> {
  const parsed = await api.upload<ParsedPackage>('/app/package/parse', file);
  onStep?.('uploaded', parsed);
  const { packageUrl, packageSha256, appCode, version } = parsed;
  const { appId, versionId } = await api.post<Version>('/app/version', {
    packageUrl,
    packageSha256,
    ...(notes === undefined ? {} : { releaseNotes: notes }),
  });
  onStep?.('saved', parsed);
  await api.post(`/app/version/${versionId}/publish`);
  onStep?.('published', parsed);
  if (list) {
    await api.post(`/app/console/${appId}/status?status=1`);
    onStep?.('listed', parsed);
  }
  return { appId, versionId, appCode, version, packageSha256, listed: list };
}
