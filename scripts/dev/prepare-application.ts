import { readFileSync } from 'node:fs';
import semver from 'semver';
import { type ApiClient, ApiFailure, publishPackage } from '@platform/cli';
import { buildPackage, packageOf } from '../lib/build.ts';
import { inRoot } from '../lib/paths.ts';
import { explain, step } from '../lib/steps.ts';

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
export async function prepareApplication(api: ApiClient, code: string): Promise<void> {
  const [found] = await api.get<readonly Installed[]>(`/app/install/list?appCode=${code}`);
  const wanted = versionOf(code);
  if (!found || found.status === FIRST_INSTALL_FAILED) {
    await deliver(api, code, 'install', () => api.post('/app/install', { appCode: code, version: wanted }));
  } else if (semver.valid(wanted) && semver.gt(wanted, found.version)) {
    const { installId } = found;
    await deliver(api, code, 'upgrade', () =>
      api.post(`/app/install/${installId}/upgrade`, { version: wanted }),
    ).catch((error: unknown) => {
      explain(error);
      console.error(`  ${code} ${found.version} stays installed; its sources are served all the same.`);
    });
  } else if (wanted !== found.version) {
    console.log(`! ${code} ${found.version} is installed, app.json says ${wanted}: what is installed stays.`);
  }
}

/** Reads by pattern, because the file may be half written. Its errors are reported at packaging. */
function versionOf(code: string): string {
  const text = readFileSync(inRoot(`plugins/platform-${code}/app.json`), 'utf8');
  return /"version"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '';
}

async function deliver(
  api: ApiClient,
  code: string,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await step(`Package ${code}`, () => buildPackage(code));
  await step(`Publish and ${what} ${code}`, async () => {
    await publishPackage(api, packageOf(code)).catch((error: unknown) => {
      // An earlier start has published it, and got no further.
      if (!(error instanceof ApiFailure && error.code === 'VERSION_EXISTS')) throw error;
    });
    await work();
  });
}
