import { parseArguments } from '../cli/arguments.ts';
import { DevelopmentHost } from '../development/development-host.ts';
import { developPlugins } from '../development/develop-plugins.ts';
import { PackagerError } from '../errors.ts';
import { findPlugin, findWorkspace } from '../workspace.ts';
import type { Command } from './command.ts';

const OPTIONS = { Host: 'value', Token: 'value', User: 'value', NoTypes: 'switch' } as const;
const USER = 'admin';

/** `dev <code>…`: serves the sources on a host that runs for development, until stopped. (design 3.10) */
export const runDev: Command = async (context) => {
  const { cwd, output } = context;
  const { options, positional } = parseArguments(OPTIONS, context.args);
  const { Host: url, Token: token, User: user = USER, NoTypes: noTypes } = options;
  if (url === undefined || positional.length === 0) {
    throw new PackagerError({
      code: 'ARGUMENT_MISSING',
      message: positional.length === 0 ? 'No application is named.' : 'No host is named.',
      fix: 'Write dev hello -Host http://127.0.0.1:8080.',
    });
  }
  const workspace = findWorkspace(cwd);
  const host = token === undefined ? await logIn(url, user) : new DevelopmentHost(url, token);
  await developPlugins({
    root: workspace.root,
    projects: positional.map((plugin) => findPlugin(workspace, plugin)),
    host,
    withdraw: true,
    types: !noTypes,
    line: (text) => output.line(text),
    signal: context.stopSignal?.() ?? new AbortController().signal,
  });
  return 0;
};

function logIn(url: string, user: string): Promise<DevelopmentHost> {
  const password = process.env.PLATFORM_PASSWORD;
  if (password !== undefined) return DevelopmentHost.logIn(url, user, password);
  throw new PackagerError({
    code: 'LOGIN_MISSING',
    message: 'The host wants to know who develops.',
    fix: 'Give -Token, or set PLATFORM_PASSWORD to the password of -User (admin).',
  });
}
