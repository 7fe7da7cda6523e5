import type { ApiClient } from '@platform/cli';

/** The one storage that needs nothing from outside; all are disabled until someone enables one. */
export async function enableLocalStorage(api: ApiClient): Promise<void> {
  const configs =
    await api.get<Array<{ ossConfigId: number; storageType: string }>>('/system/ossConfig/list');
  const local = configs.find(({ storageType }) => storageType === 'local');
  if (!local) throw new Error('The host knows no local storage.');
  await api.put(`/system/ossConfig/${local.ossConfigId}/status`, { status: 1 });
}
