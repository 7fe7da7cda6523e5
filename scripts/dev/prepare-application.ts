import semver from 'semver';
import { type ApiClient, ApiFailure, publishPackage } from '@platform/cli';
import { explain, step } from '../lib/steps.ts';
import { applicationVersion } from './application-version.ts';
import type { Workplace } from './workplace.ts';

interface Installed {
  readonly installId: number;
  readonly appCode: string;
  readonly version: string;
  readonly status: number;
}

/** `status` of a failed first installation, which has to be repeated. */
const FIRST_INSTALL_FAILED = 9;

/**
 * Installs an application in the version of its `app.json`, or upgrades it.
 *
 * An application that is installed in that version is not packaged, so sources with errors are no
 * obstacle.
 * @throws errors of packaging and of a first installation. A failed upgrade is printed, and the
 * installed version stays
 */
export async function prepareApplication(api: ApiClient, workplace: Workplace, code: string): Promise<void> {
  const [found] = await api.get<readonly Installed[]>(`/app/install/list?appCode=${code}`);
  const wanted = applicationVersion(workplace.root, code);
  const delivered = (what: string, work: () => Promise<unknown>): Promise<void> =>
    deliver(api, workplace, code, what, work);
  if (!found || found.status === FIRST_INSTALL_FAILED) {
    await delivered('install', () => api.post('/app/install', { appCode: code, version: wanted }));
  } else if (semver.valid(wanted) && semver.gt(wanted, found.version)) {
    const { installId } = found;
    await delivered('upgrade', () =>
      api.post(`/app/install/${installId}/upgrade`, { version: wanted }),
    ).catch((error: unknown) => {
      explain(error);
      console.error(`  ${code} ${found.version} stays installed; its sources are served all the same.`);
    });
  } else if (wanted !== found.version) {
    console.log(`! ${code} ${found.version} is installed, app.json says ${wanted}: what is installed stays.`);
  }
}

async function deliver(
  api: ApiClient,
  workplace: Workplace,
  code: string,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  let file = '';
  await step(`Package ${code}`, async () => {
    file = await workplace.packageOf(code);
  });
  await step(`Publish and ${what} ${code}`, async () => {
    await publishPackage(api, file).catch((error: unknown) => {
      // An earlier start has published it, and got no further.
      if (!(error instanceof ApiFailure && error.code === 'VERSION_EXISTS')) throw error;
    });
    await work();
  });
}
