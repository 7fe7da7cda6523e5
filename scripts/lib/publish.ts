import type { ApiClient } from './api-client.ts';

interface Parsed {
  readonly packageUrl: string;
  readonly packageSha256: string;
}

/** Uploads a package, saves it as a version, publishes it and lists the application. (spec: Lifecycle listing sequence) */
export async function publishPackage(
  api: ApiClient,
  file: string,
): Promise<{ appId: number; versionId: number }> {
  const parsed = await api.upload<Parsed>('/app/package/parse', file);
  const { appId, versionId } = await api.post<{ appId: number; versionId: number }>('/app/version', {
    packageUrl: parsed.packageUrl,
    packageSha256: parsed.packageSha256,
  });
  await api.post(`/app/version/${versionId}/publish`);
  await api.post(`/app/console/${appId}/status?status=1`);
  return { appId, versionId };
}

/** The one storage that needs nothing from outside; all are disabled until someone enables one. */
export async function enableLocalStorage(api: ApiClient): Promise<void> {
  const configs =
    await api.get<Array<{ ossConfigId: number; storageType: string }>>('/system/ossConfig/list');
  const local = configs.find(({ storageType }) => storageType === 'local');
  if (!local) throw new Error('The host knows no local storage.');
  await api.put(`/system/ossConfig/${local.ossConfigId}/status`, { status: 1 });
}
