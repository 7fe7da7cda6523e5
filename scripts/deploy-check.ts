import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './lib/browser.ts';
import { buildPackage, buildServer, buildShell, makeSigningKey } from './lib/build.ts';
import { findProgram, provideProgram } from './lib/find-program.ts';
import { run } from './lib/run.ts';
import { explain, mustRun, step } from './lib/steps.ts';

/**
 * Tries the deployment for real: the files of `deploy/` against their schemas, the entry script
 * against database servers, the steps of the host's image in a folder, and the host behind nginx
 * with TLS, HTTP/2, a browser and an upload of 200 MB. What cannot run here is named. (design 11.1)
 */
const tests = ['entry-script', 'web-server', 'web-server-smoke', 'container-layout'].map(
  (name) => `server/test/${name}.test.ts`,
);

try {
  await makeSigningKey();
  await mustRun([
    { title: 'Web server', work: () => provideProgram('nginx', 'nginx-light') },
    { title: 'Build the shell', work: buildShell },
    { title: 'Build the server', work: buildServer },
    { title: 'Package hello', work: () => buildPackage('hello') },
  ]);
  await step('Files of the deployment', () => run('vitest', ['run', '--project', 'unit', 'deploy']));
  // Shown, because it names what was skipped.
  await run('vitest', ['run', '--project', 'integration', '--reporter=verbose', ...tests], {
    show: true,
    env: { PLATFORM_TESTS: 'long' },
  });
  const left = untried();
  if (left.length > 0)
    process.stdout.write(`\nNot tried here:\n${left.map((line) => `- ${line}\n`).join('')}`);
} catch (error) {
  explain(error);
  process.exit(1);
}

/** Parts that this machine lacks, with the checks that were therefore left out. */
function untried(): string[] {
  const answers = (command: string, ...args: readonly string[]): boolean =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
  const engine = answers('docker', 'info') || answers('podman', 'info');
  return [
    ...(engine ? [] : ['images and compose files in a container engine: none answers (docker, podman)']),
    ...(answers('kubectl', 'get', 'nodes', '--request-timeout=5s')
      ? []
      : ['manifests in a cluster: none answers (kubectl)']),
    ...(answers('kubectl', 'kustomize', '--help')
      ? []
      : ['overlays as kustomize builds them: kubectl is missing']),
    ...(findProgram('nginx') ? [] : ['everything behind nginx: it is missing and cannot be installed']),
    ...(findChromium() ? [] : ['pages behind nginx in a browser: Chromium is missing']),
    ...(existsSync('/run/systemd/system') ? [] : ['the unit under systemd, which does not run this machine']),
  ];
}
