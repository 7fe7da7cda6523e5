import { type ApiClient, publishPackage } from '@platform/cli';
import { packageOf } from './build.ts';
import { enableLocalStorage } from './enable-local-storage.ts';
import { step } from './steps.ts';

/**
 * Publishes and installs packaged applications that are not installed yet, through the
 * administration endpoints.
 */
export async function installApplications(api: ApiClient, wanted: readonly string[]): Promise<void> {
  await step('Enable local storage', () => enableLocalStorage(api));
  const installed = await api.get<Array<{ appCode: string }>>('/app/install/list?pageSize=500');
  for (const code of wanted.filter((sample) => !installed.some(({ appCode }) => appCode === sample))) {
    await step(`Publish and install ${code}`, async () => {
      await publishPackage(api, packageOf(code));
      await api.post('/app/install', { appCode: code });
    });
  }
}
