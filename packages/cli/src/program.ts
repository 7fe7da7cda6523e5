import type { PlannedAction } from '@platform/host-api';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Ask, CommandContext } from './command-context.ts';
import { trustAuthorities } from './authority.ts';
import { EXIT, failureOf, type ExitCode } from './errors.ts';
import {
  listInstalled,
  listMarket,
  listTasks,
  readiness,
  type MarketFilter,
  type TaskFilter,
} from './lists.ts';
import { listHosts, serveHosts } from './hosts.ts';
import { distrustKey, listKeys, trustKey, type KeyOptions } from './keys.ts';
import { login, logout, type LoginOptions } from './login.ts';
import { change, follow, install, plan, rollback, uninstall, upgrade, type Confirmed } from './operations.ts';
import { Output, type Streams } from './output.ts';
import { publish, upload, type PublishOptions } from './packages.ts';
import type { Environment } from './session.ts';
import { createToken, listTokens, revokeToken, type TokenOptions } from './tokens.ts';

/** The surroundings of a run of the command line. */
export interface Surroundings extends Streams {
  readonly env: Environment;
  readonly ask: Ask;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Runs `npx platform <args>`: the marketplace for scripts and pipelines, over the host's public
 * endpoints.
 *
 * @returns 0 done, 1 refused or failed, 2 wrong use, 3 not logged in or not permitted, 4 no host
 *   answers, 130 interrupted
 */
export async function runPlatform(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const program = createProgram(surroundings);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
    const failure = failureOf(thrown);
    outputOf(program, surroundings).failure(failure);
    return failure.exitCode;
  }
}

interface GlobalOptions {
  readonly url?: string;
  readonly ca?: string;
  readonly json?: boolean;
}

const outputOf = (program: Command, streams: Streams): Output =>
  new Output(streams, program.opts<GlobalOptions>().json === true);

function createProgram(surroundings: Surroundings): Command {
  const { env, ask, out, err, signal } = surroundings;
  const program = new Command('npx platform')
    .description('The marketplace of a running host, and the keys that it trusts, for scripts and pipelines.')
    .addOption(new Option('--url <address>', 'the host; default PLATFORM_URL, or where you last logged in'))
    .option('--ca <file>', 'certificates in PEM that the host’s is trusted by; default PLATFORM_CA')
    .option('--json', 'answer in JSON')
    .exitOverride()
    .configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => err(text.trimEnd()) })
    .showHelpAfterError('Run npx platform --help for a list of commands.');
  const context = (): CommandContext => {
    const { url, ca = env['PLATFORM_CA'] } = program.opts<GlobalOptions>();
    if (ca) trustAuthorities(ca);
    return { env, ask, signal, url, output: outputOf(program, surroundings) };
  };
  addSessions(program, context);
  addPackages(program, context);
  addLists(program, context);
  addOperations(program, context);
  addKeys(program, context);
  addTokens(program, context);
  addHosts(program, context);
  return program;
}

type Context = () => CommandContext;

function addSessions(program: Command, context: Context): void {
  program
    .command('login')
    .description(
      'log in and remember the token; the password comes from PLATFORM_PASSWORD, a file or the terminal',
    )
    .requiredOption('--user <name>', 'user name')
    .option('--tenant <id>', 'tenant; default the platform’s own')
    .option('--password-file <file>', 'file that holds the password')
    .action((options: LoginOptions) => login(context(), options));
  program
    .command('logout')
    .description('end the session at the host')
    .action(() => logout(context()));
}

function addPackages(program: Command, context: Context): void {
  program
    .command('upload <zip>')
    .description('inspect and store a package; publish nothing')
    .action((file: string) => upload(context(), file));
  program
    .command('publish <zip>')
    .description('upload, save, publish and list a package')
    .option('--notes <text>', 'release notes')
    .option('--no-list', 'publish without listing the application in the market')
    .option('--install', 'then install it, or upgrade what is installed')
    .action((file: string, options: PublishOptions) => publish(context(), file, options));
}

function addKeys(program: Command, context: Context): void {
  const keys = program
    .command('keys')
    .description('keys that packages may be signed with, in the configuration of a host on this machine');
  const add = (name: string, description: string): Command =>
    keys
      .command(name)
      .description(description)
      .option('--data <dir>', "the host's data directory; default PLATFORM_DATA_DIR, or data")
      .option(
        '--config <dir>',
        'folder of its application.yml; default PLATFORM_CONFIG_DIR, or config of the data',
      );
  add('list', 'what is trusted, and by which file').action((options: KeyOptions) =>
    listKeys(context(), options),
  );
  add('trust <file>', 'trust the public key in a PEM file, after a restart').action(
    (file: string, options: KeyOptions) => trustKey(context(), file, options),
  );
  add('distrust <id>', 'trust a key no more, after a restart').action((id: string, options: KeyOptions) =>
    distrustKey(context(), id, options),
  );
}

function addHosts(program: Command, context: Context): void {
  const hosts = program
    .command('hosts')
    .description('the hosts that serve the platform, with their load')
    .action(() => listHosts(context()));
  hosts
    .command('drain <host>')
    .description('take a host, or all of a machine, out of service: it answers, but is not ready')
    .action((host: string) => serveHosts(context(), 'drain', host));
  hosts
    .command('return <host>')
    .description('return a host, or all of a machine, to service')
    .action((host: string) => serveHosts(context(), 'return', host));
}

function addTokens(program: Command, context: Context): void {
  const tokens = program.command('tokens').description('tokens with which scripts act for you');
  tokens
    .command('create <name>')
    .description('issue a token and print it, once; scripts pass it as PLATFORM_TOKEN')
    .requiredOption('--scope <permission...>', 'what it may do, such as app:install:add')
    .option('--days <number>', 'how long it is valid, up to 366', '90')
    .action((name: string, options: TokenOptions) => createToken(context(), name, options));
  tokens
    .command('list')
    .description('your tokens')
    .action(() => listTokens(context()));
  tokens
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'number of the token, as tokens list shows it', tokenIdOf)
    .action((id: number) => revokeToken(context(), id));
}

function tokenIdOf(text: string): number {
  const id = Number(text);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new InvalidArgumentError('npx platform tokens list shows the numbers.');
}

function addLists(program: Command, context: Context): void {
  program
    .command('list')
    .description('applications in the market')
    .option('--search <words>', 'that have these words in name, code, description, publisher or category')
    .option('--category <name>', 'of one category')
    .addOption(
      new Option('--show <which>', 'by what this tenant has').choices(['installed', 'available', 'updates']),
    )
    .action((filter: MarketFilter) => listMarket(context(), filter));
  program
    .command('installed')
    .description('installed applications')
    .action(() => listInstalled(context()));
  program
    .command('tasks')
    .description('operations, the latest first')
    .option('--app <code>', 'of one application')
    .addOption(new Option('--status <status>', 'in one state').choices(['running', 'succeeded', 'failed']))
    .option('--limit <number>', 'at most so many, up to 500', '20')
    .action((filter: TaskFilter) => listTasks(context(), filter));
  program
    .command('task')
    .description('wait for an operation and tell its steps')
    .argument('<id>', 'number of the task, as tasks lists it', taskIdOf)
    .action((id: number) => follow(context(), id));
  program
    .command('readiness')
    .description('what the security mode enforce would refuse')
    .action(() => readiness(context()));
}

function taskIdOf(text: string): number {
  const id = Number(text);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new InvalidArgumentError('npx platform tasks lists the numbers.');
}

function addOperations(program: Command, context: Context): void {
  const version = (): Option => new Option('--version <x.y.z>', 'default the latest');
  const unasked = (): Option => new Option('--yes', 'for scripts; this command asks nothing anyway');
  program
    .command('install <code>')
    .description('install an application')
    .addOption(version())
    .option('--with-dependencies', 'install first what it needs')
    .addOption(unasked())
    .action((code: string, options: { version?: string; withDependencies?: boolean }) =>
      install(context(), code, options),
    );
  program
    .command('upgrade <code>')
    .description('upgrade an installed application')
    .addOption(version())
    .addOption(unasked())
    .action((code: string, options: { version?: string }) => upgrade(context(), code, options));
  program
    .command('rollback <code>')
    .description('return to the version that was installed before')
    .option('--yes', 'do not ask')
    .action((code: string, options: Confirmed) => rollback(context(), code, options));
  program
    .command('uninstall <code>')
    .description('uninstall an application; its tables stay unless --drop-data')
    .option('--drop-data', 'drop its tables too')
    .option('--yes', 'do not ask')
    .action((code: string, options: Confirmed & { dropData?: boolean }) =>
      uninstall(context(), code, options),
    );
  for (const action of ['enable', 'disable'] as const) {
    program
      .command(`${action} <code>`)
      .description(`${action} an installed application`)
      .addOption(unasked())
      .action((code: string) => change(context(), action, code));
  }
  program
    .command('plan')
    .description('what an operation would do, changing nothing')
    .addArgument(new Argument('<action>').choices(['install', 'upgrade', 'rollback', 'uninstall']))
    .argument('<code>')
    .addOption(version())
    .option('--drop-data', 'of an uninstall that drops the tables')
    .action((action: PlannedAction, appCode: string, options: { version?: string; dropData?: boolean }) =>
      plan(context(), { action, appCode, ...options }),
    );
}
