import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishPackage } from '@platform/cli';
import { packageApplication, readSigningKey } from '@platform/packager';
import { inRoot } from '../lib/paths.ts';
import type { Preparation } from './rules.ts';
import type { Sandbox } from './sandbox.ts';

/** Packages hello in the versions that commands publish. */
export async function makePackages(sandbox: Sandbox): Promise<void> {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    await packageApplication({
      pluginDir: inRoot('plugins/platform-hello'),
      outDir: join(sandbox.folder, 'packages'),
      root: inRoot(),
      signingKey: await readSigningKey(inRoot('plugins/keys/private.pem')),
      version,
      skipFrontend: true,
      typeCheck: false,
    });
  }
}

/** Brings the sandbox into the state in which a reader uses the command. */
export const preparations: Readonly<Record<Preparation, (sandbox: Sandbox) => Promise<void>>> = {
  'a published update': async (sandbox) => {
    const { versionId } = await publishPackage(sandbox.api, sandbox.packageOf('1.1.0'));
    sandbox.env['ID'] = String(versionId);
  },
  'an installed update': async (sandbox) => {
    const installs =
      await sandbox.api.get<Array<{ appCode: string; installId: number }>>('/app/install/list');
    const id = installs.find(({ appCode }) => appCode === 'hello')?.installId;
    await sandbox.api.post(`/app/install/${id}/upgrade`, {});
    sandbox.env['INSTALL_ID'] = String(id);
  },
  'a later update': async (sandbox) => {
    await publishPackage(sandbox.api, sandbox.packageOf('1.3.0'));
  },
  'a catalog token': async (sandbox) => {
    const body = { name: 'user edition' };
    const { token } = await sandbox.api.post<{ token: string }>('/app/console/catalog-token', body);
    sandbox.values.set('pct_…', token);
  },
  'the key elsewhere': (sandbox) => {
    const key = join(sandbox.data, 'config/platform.secret-key');
    cpSync(key, join(sandbox.folder, 'safe/platform.secret-key'));
    rmSync(key);
    return Promise.resolve();
  },
  'no key': (sandbox) => {
    const key = join(sandbox.data, 'config/platform.secret-key');
    if (!existsSync(key)) throw new Error(`${key} is missing after a rotation.`);
    rmSync(key);
    return Promise.resolve();
  },
  'a listed version': async (sandbox) => {
    await sandbox.api.post(`/app/version/${sandbox.env['ID']}/restore`);
  },
  'the secret again': async (sandbox) => {
    const [row] = await sandbox.api.get<Array<{ configId: number }>>(
      '/system/config/list?configKey=vault.key',
    );
    await sandbox.api.put('/system/config', { configId: row?.configId, configValue: 'Quokka-56' });
  },
};
