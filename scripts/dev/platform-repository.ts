import { buildPackage, buildServer, makeSigningKey, packageOf } from '../lib/build.ts';
import { inRoot, root } from '../lib/paths.ts';
import { step } from '../lib/steps.ts';
import type { Workplace } from './workplace.ts';

/** This repository: host and shell come from their sources. */
export const platformRepository: Workplace = {
  root,
  defaultCodes: ['hello'],
  programs: {
    host: inRoot('server/dist/lib/main.js'),
    packager: inRoot('packages/packager/src/cli.ts'),
    frontend: inRoot('scripts/dev/serve-remote.ts'),
  },
  shell: { vite: inRoot('node_modules/vite/bin/vite.js') },
  async prepare() {
    await makeSigningKey();
    await step('Build the server', buildServer);
  },
  async packageOf(code) {
    await buildPackage(code);
    return packageOf(code);
  },
};
