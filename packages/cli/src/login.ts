import { readFileSync } from 'node:fs';
import { ApiClient, type NextStep } from './api-client.ts';
import type { CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';
import { addressOf, SessionFile } from './session.ts';

export interface LoginOptions {
  readonly user: string;
  readonly tenant?: string;
  readonly passwordFile?: string;
}

/**
 * Logs in and remembers the token. The password comes from a file, from `PLATFORM_PASSWORD`, or
 * from the terminal: never from an argument, which others can see. So does the code of a second
 * factor: from `PLATFORM_CODE` or the terminal.
 */
export async function login(context: CommandContext, options: LoginOptions): Promise<void> {
  const { env, output, url } = context;
  const address = addressOf(url, env);
  const password = await passwordOf(context, options);
  const client = new ApiClient(address);
  const token = await client.login(options.user, password, options.tenant, (next) => codeOf(context, next));
  new SessionFile(env).keep({ url: address, token });
  output.result({ url: address, user: options.user }, () => [`Logged in at ${address} as ${options.user}.`]);
}

async function passwordOf(
  { env, ask }: CommandContext,
  { user, passwordFile }: LoginOptions,
): Promise<string> {
  if (passwordFile !== undefined) return fileContent(passwordFile);
  const password = env['PLATFORM_PASSWORD'] ?? (await ask(`Password of ${user}: `, { hidden: true }));
  if (password) return password;
  throw new CliError(
    'PASSWORD_MISSING',
    'No password is given.',
    'Set PLATFORM_PASSWORD, or write --password-file <file>.',
    EXIT.usage,
  );
}

async function codeOf({ env, ask }: CommandContext, next: NextStep): Promise<string> {
  if (next === 'enrol') {
    throw new CliError(
      'SECOND_FACTOR_TO_SET_UP',
      'This account must have a second factor, and has none yet.',
      'Log in to the platform in a browser, which sets it up. Then log in here.',
      EXIT.notAllowed,
    );
  }
  const code = env['PLATFORM_CODE'] ?? (await ask('Code of your authenticator: '));
  if (code) return code;
  throw new CliError(
    'CODE_MISSING',
    'This account has a second factor, and no code is given.',
    'Set PLATFORM_CODE to the code that your authenticator shows.',
    EXIT.usage,
  );
}

function fileContent(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new CliError(
      'PASSWORD_FILE_UNREADABLE',
      `${file} cannot be read.`,
      'Name a file that holds the password alone.',
      EXIT.usage,
    );
  }
}

/** Ends the session at one host, and deletes it locally even if the host is gone. */
export async function logout({ env, output, url }: CommandContext): Promise<void> {
  const file = new SessionFile(env);
  const address = addressOf(url, env);
  const token = file.tokenFor(address);
  file.forget(address);
  if (token !== undefined) await new ApiClient(address, token).post('/auth/logout').catch(() => undefined);
  output.result({ url: address, loggedOut: token !== undefined }, () => [
    token ? `Logged out at ${address}.` : `Nobody was logged in at ${address}.`,
  ]);
}
