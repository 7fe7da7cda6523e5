import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { deploymentFolders } from './deployment-folders.ts';
import { loadConfig } from './load.ts';

const foldersOf = (...args: string[]) =>
  deploymentFolders(loadConfig({ directories: [], env: {}, args }).config);

it('spec: Deployment layout: jars, frontends and uploads in progress are in folders of the data directory', () => {
  const data = resolve('/srv/instance/data');
  expect(foldersOf(`--platform.data-dir=${data}`)).toMatchObject({
    pluginDir: join(data, 'plugins-dist'),
    frontendDir: join(data, 'remote-apps'),
    tempDir: join(data, 'temp'),
  });
});

it('spec: Deployment layout: each folder may be mounted from elsewhere', () => {
  const mounted = foldersOf(
    '--platform.data-dir=/srv/instance/data',
    '--app-market.deploy.frontend-dir=/srv/shared/remote-apps',
  );
  expect(mounted.frontendDir).toBe(resolve('/srv/shared/remote-apps'));
  expect(mounted.pluginDir).toBe(resolve('/srv/instance/data/plugins-dist'));
});
