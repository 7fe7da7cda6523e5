import { parseArguments } from '../cli/arguments.ts';
import { DevelopmentHost } from '../development/development-host.ts';
import { developPlugins } from '../development/develop-plugins.ts';
import { startSandboxProcess } from '../development/sandbox-process.ts';
import { PackagerError } from '../errors.ts';
import { findPlugin, findWorkspace } from '../workspace.ts';
import type { Command } from './command.ts';

const OPTIONS = {
  Host: 'value',
  Token: 'value',
  User: 'value',
  Port: 'value',
  Log: 'value',
  NoTypes: 'switch',
  NoMigrations: 'switch',
} as const;
const DEFAULTS = { user: 'admin', port: '8081', log: 'info' };
/** As in Node: with or without an address. */
const INSPECT = /^--?inspect(?:[=:](.*))?$/i;

/**
 * `dev <code>…`: serves sources, again after each change, until stopped. (design 3.10)
 *
 * Without `-Host` it starts a sandbox.
 */
export const runDev: Command = async (context) => {
  const { cwd, output } = context;
  const { options, positional } = parseArguments(
    OPTIONS,
    context.args.filter((argument) => !INSPECT.test(argument)),
  );
  if (positional.length === 0) {
    throw new PackagerError({
      code: 'ARGUMENT_MISSING',
      message: 'No application given.',
      fix: 'Run npm run plugin:dev -- hello.',
    });
  }
  const workspace = findWorkspace(cwd);
  const projects = positional.map((plugin) => findPlugin(workspace, plugin));
  const stop = context.stopSignal?.() ?? new AbortController().signal;
  const common = {
    root: workspace.root,
    projects,
    types: !options.NoTypes,
    migrations: !options.NoMigrations,
    line: (text: string) => output.line(text),
  };
  if (options.Host !== undefined) {
    const host = await runningHost(options.Host, options.Token, options.User ?? DEFAULTS.user);
    await developPlugins({ ...common, host, withdraw: true, input: context.input, signal: stop });
    return 0;
  }
  const sandbox = await startSandboxProcess({
    root: workspace.root,
    projects,
    port: options.Port ?? DEFAULTS.port,
    log: options.Log ?? DEFAULTS.log,
    inspect: inspectAddress(context.args),
  });
  output.line(`${sandbox.url}   Authorization: Bearer ${sandbox.token}\n`);
  const gone = new AbortController();
  void sandbox.ended.then(() => gone.abort());
  const host = new DevelopmentHost(sandbox.url, sandbox.token);
  await developPlugins({ ...common, host, withdraw: false, signal: AbortSignal.any([stop, gone.signal]) });
  return sandbox.stop();
};

/** Empty for Node's default address, undefined without a debugger. */
function inspectAddress(args: readonly string[]): string | undefined {
  const found = args.map((argument) => INSPECT.exec(argument)).find((match) => match !== null);
  return found && (found[1] ?? '');
}

async function runningHost(url: string, token: string | undefined, user: string): Promise<DevelopmentHost> {
  if (token !== undefined) return new DevelopmentHost(url, token);
  const password = process.env.PLATFORM_PASSWORD;
  if (password !== undefined) return DevelopmentHost.logIn(url, user, password);
  throw new PackagerError({
    code: 'LOGIN_MISSING',
    message: 'The host requires a login.',
    fix: 'Pass -Token, or set PLATFORM_PASSWORD to the password of -User (admin).',
  });
}
