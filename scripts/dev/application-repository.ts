import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeSigningKey } from '../lib/build.ts';
import { run } from '../lib/run.ts';
import { applicationVersion } from './application-version.ts';
import type { Workplace } from './workplace.ts';

/**
 * A repository of applications: host and shell come built, in the package that this module is
 * published in.
 *
 * @param root absolute path of the repository
 * @param installed folder of the package's build
 */
export function applicationRepository(root: string, installed: string): Workplace {
  const packager = join(root, 'node_modules/@platform/packager/dist/cli.js');
  return {
    root,
    defaultCodes: codesIn(root),
    programs: {
      host: join(installed, 'host/lib/main.js'),
      packager,
      frontend: join(installed, 'serve-remote.js'),
    },
    shell: { built: join(installed, 'shell') },
    prepare: () => makeSigningKey(root, packager),
    async packageOf(code) {
      await run(process.execPath, [packager, '-Plugin', `platform-${code}`], { cwd: root });
      return join(root, 'dist-packages', `${code}-${applicationVersion(root, code)}.zip`);
    },
  };
}

function codesIn(root: string): string[] {
  const plugins = join(root, 'plugins');
  const names = existsSync(plugins) ? readdirSync(plugins).sort() : [];
  return names.flatMap((name) =>
    existsSync(join(plugins, name, 'app.json')) ? name.replace(/^platform-/, '') : [],
  );
}
