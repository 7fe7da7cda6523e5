import type { DocumentedCommand } from './read-commands.ts';

/** State of the sandbox that a command needs before it runs. */
export type Preparation =
  | 'a published update'
  | 'an installed update'
  | 'a later update'
  | 'a catalog token'
  | 'the key elsewhere'
  | 'no key'
  | 'the secret again'
  | 'a listed version';

/** Treatment of commands that begin so. */
export interface Rule {
  readonly begins: string;
  /**
   * `command` has to end with 0; `host` has to come up and is stopped then; `shell` holds for the
   * commands that follow; `not run` is listed with its reason.
   */
  readonly as: 'command' | 'host' | 'shell' | 'not run';
  /** Why it is not run. */
  readonly reason?: string;
  /** The platform of the sandbox is stopped for it. */
  readonly stopped?: boolean;
  readonly prepare?: Preparation;
  /** Text written after it. */
  readonly append?: string;
  /** Keeps a value that later commands name: the first group of the pattern, in its output. */
  readonly keep?: { readonly name: string; readonly pattern: RegExp };
}

const notRun = (reason: string, ...commands: readonly string[]): readonly Rule[] =>
  commands.map((begins) => ({ begins, as: 'not run', reason }));

const platform = (command: string, rest: Partial<Rule> = {}): readonly Rule[] =>
  ['npm run platform --', 'npx platform'].map((begins) => ({
    begins: `${begins} ${command}`,
    as: 'command',
    ...rest,
  }));

/** The rules; of those that fit, the longest counts. */
export const rules: readonly Rule[] = [
  ...notRun('needs containers', 'docker'),
  ...notRun('needs a cluster', 'kubectl'),
  ...notRun('is read by containers', 'echo COMPOSE_FILE='),
  ...notRun(
    'needs a machine with systemd',
    'systemctl',
    'cd /opt/platform',
    'useradd',
    'install -d /etc/platform',
    'cp deploy/systemd',
    'journalctl',
    'set -a',
    'export PLATFORM_DATA_DIR=/var/lib/platform',
    'runuser',
  ),
  ...notRun('has been run for this check', 'npm ci'),
  ...notRun(
    'needs a database server; server/src/cli/move-database/move-database.test.ts does it',
    'npm run platform -- move-database',
  ),
  ...notRun(
    'runs until it is stopped; tests of scripts and server/test/plugin-dev.test.ts do it',
    'npm run dev',
    'npm run plugin:dev',
    'npm run package -- dev',
    'PLATFORM_SHELL=',
    'npm run sandbox',
    'curl http://127.0.0.1:8081/',
    'curl -H "Authorization: Bearer <token>" http://127.0.0.1:8081/',
  ),
  ...notRun(
    'makes a repository of its own; server/test/outside-repository.test.ts does it',
    'npm run create-platform-repo',
    'cd ../my-plugins',
    'npm run platform -- publish dist-packages/notes',
  ),
  ...notRun('this check is a part of it', 'npm test'),
  ...notRun(
    'writes into the repository; npm run test:first-page does the same',
    'npm run create-app',
    'npm run dev -- notes',
    'npm run package -- -Plugin platform-notes',
  ),
  ...notRun(
    'writes into the repository; tests of packages/packager do it',
    'npm run package -- -Keygen',
    'npm run package -- -SyncPublicKey',
  ),
  ...notRun(
    'needs a database server; tests start hosts on each one that responds',
    'DATABASE_TYPE=postgres',
    'DATABASE_TYPE=mysql',
  ),
  ...notRun('needs Redis; tests start hosts with it where it responds', 'CACHE_TYPE=redis'),
  { begins: 'cd ', as: 'shell' },
  { begins: 'export ', as: 'shell' },
  { begins: 'cp ', as: 'command' },
  { begins: 'install -d', as: 'command' },
  { begins: 'curl ', as: 'command' },
  {
    begins:
      'curl -X POST -H "Authorization: Bearer $TOKEN" -H \'Content-Type: application/json\' -d \'{"action":"upgrade"',
    as: 'command',
    prepare: 'a published update',
  },
  {
    begins: 'curl -X POST -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8080/app/install/',
    as: 'command',
    prepare: 'an installed update',
  },
  {
    begins:
      'curl -X POST -H "Authorization: Bearer $TOKEN" -H \'Content-Type: application/json\' -d \'{"reason"',
    as: 'command',
    prepare: 'a listed version',
  },
  { begins: 'npm start', as: 'host' },
  { begins: 'RABBITMQ_ADDRESS=', as: 'host' },
  { begins: 'MANAGEMENT_USERNAME=', as: 'host' },
  { begins: 'MONITOR_ADDRESS=', as: 'host' },
  { begins: 'TELEMETRY_OTLP_ENDPOINT=', as: 'host' },
  { begins: 'PLATFORM_EDITION=user', as: 'host', prepare: 'a catalog token' },
  { begins: 'npm run config:show', as: 'command' },
  { begins: 'npm run plugins:prune', as: 'command' },
  { begins: 'npm run package -- verify', as: 'command' },
  { begins: 'npm run package -- check', as: 'command' },
  { begins: 'npm run check:', as: 'command' },
  { begins: 'npm run typecheck -w', as: 'command' },
  { begins: 'npm test -w', as: 'command' },
  { begins: 'node server/dist/lib/main.js --migrate-only', as: 'command', stopped: true },
  { begins: 'npm run package -- export-catalog', as: 'command' },
  ...platform(''),
  ...platform('rotate-key', { stopped: true }),
  ...platform('rotate-key --old-key', { stopped: true, prepare: 'the key elsewhere' }),
  ...platform('rotate-key --keep-unreadable', { stopped: true, prepare: 'no key' }),
  // The key was lost: readers enter their secrets again.
  ...platform('doctor', { prepare: 'the secret again' }),
  ...platform('keys trust', { keep: { name: 'keys distrust <id>', pattern: /key ([0-9a-f]{16})/ } }),
  ...platform('plan upgrade', { prepare: 'a later update' }),
  ...platform('uninstall', { append: ' --yes' }),
  ...platform('tokens create', { keep: { name: 'pt_…', pattern: /(pt_\S+)/ } }),
  ...platform('tokens list', { keep: { name: 'tokens revoke <id>', pattern: /^(\d+) +nightly/m } }),
  ...platform('hosts', { keep: { name: '<host>', pattern: /ID +MACHINE.*\n(\S+)/ } }),
  ...platform('hosts drain'),
  ...platform('hosts return'),
  { begins: 'PLATFORM_TOKEN=', as: 'command' },
];

/** @throws Error for a command that the table does not know */
export function ruleOf({ file, line, text }: DocumentedCommand): Rule {
  const [rule] = rules
    .filter(({ begins }) => text.startsWith(begins.trimEnd()))
    .toSorted((one, other) => other.begins.length - one.begins.length);
  if (rule) return rule;
  throw new Error(`${file}:${line}: scripts/docs-check/rules.ts has no rule for "${text}".`);
}
