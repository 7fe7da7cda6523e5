import { buildPackage, buildServer, buildShell, makeSigningKey } from './lib/build.ts';
import { findNginx, provideNginx } from './lib/nginx.ts';
import { run } from './lib/run.ts';
import { explain, mustRun, step } from './lib/steps.ts';

/**
 * Tries the deployment for real: the files of `deploy/` against their schemas, the entry script
 * against database servers, and the host behind nginx with TLS, HTTP/2 and an upload of 200 MB.
 * What cannot run here is named. (design 11.1)
 */
const tests = ['server/test/entry-script.test.ts', 'server/test/web-server.test.ts'];

try {
  await makeSigningKey();
  await mustRun([
    { title: 'Web server', work: provideNginx },
    { title: 'Build the shell', work: buildShell },
    { title: 'Build the server', work: buildServer },
    { title: 'Package hello', work: () => buildPackage('hello') },
  ]);
  if (!findNginx()) process.stdout.write('  nginx is missing and cannot be installed: not tried.\n');
  await step('Files of the deployment', () => run('vitest', ['run', '--project', 'unit', 'deploy']));
  // Shown, because it names what was skipped.
  await run('vitest', ['run', '--project', 'integration', '--reporter=verbose', ...tests], {
    show: true,
    env: { PLATFORM_TESTS: 'long' },
  });
} catch (error) {
  explain(error);
  process.exit(1);
}
