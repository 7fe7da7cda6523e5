import { parseArgs } from 'node:util';
import { RESERVED_NAMES } from '@platform/package-format';
import { CreateAppError } from './errors.ts';

/** The parts of an application. */
export type AppParts = 'both' | 'frontend' | 'backend';

export interface AppOptions {
  /** The application code (spec: Naming rule). */
  readonly code: string;
  /** Display name. */
  readonly name: string;
  readonly parts: AppParts;
}

const CODE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const CODE_LENGTH = { least: 2, most: 32 };
const NAME_LENGTH = 100;
/** The code of the sample, which derived applications must not share. */
const SAMPLE = 'hello';

/**
 * Reads `<code> [--name "…"] [--frontend-only | --backend-only] [--no-install]`.
 * @throws CreateAppError APP_OPTION_UNKNOWN, APP_CODE_MISSING, APP_CODE_INVALID,
 * APP_CODE_RESERVED, APP_NAME_INVALID, APP_KIND_CONFLICT
 */
export function readArguments(args: readonly string[]): AppOptions & { install: boolean } {
  const { values, positionals } = parse(args);
  const [code, ...others] = positionals;
  if (code === undefined) {
    throw new CreateAppError(
      'APP_CODE_MISSING',
      'no application code is given',
      'Write npm run create-app -- notes --name "Notes".',
    );
  }
  if (others.length > 0) {
    throw new CreateAppError(
      'APP_OPTION_UNKNOWN',
      `"${others.join(' ')}" belongs to no option`,
      'Put a name of several words in quotes: --name "My notes".',
    );
  }
  const { 'frontend-only': frontend = false, 'backend-only': backend = false } = values;
  if (frontend && backend) {
    throw new CreateAppError(
      'APP_KIND_CONFLICT',
      '--frontend-only and --backend-only exclude each other',
      'Leave both out for an application with frontend and backend.',
    );
  }
  checkCode(code);
  return {
    code,
    name: checkName(values.name ?? defaultName(code)),
    parts: frontend ? 'frontend' : backend ? 'backend' : 'both',
    install: !values['no-install'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        'frontend-only': { type: 'boolean' },
        'backend-only': { type: 'boolean' },
        'no-install': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CreateAppError(
      'APP_OPTION_UNKNOWN',
      (error as Error).message.replace(/\.? To specify.*$/s, ''),
      'Options: --name "…", --frontend-only, --backend-only, --no-install.',
    );
  }
}

function checkCode(code: string): void {
  const fits = code.length >= CODE_LENGTH.least && code.length <= CODE_LENGTH.most;
  if (!CODE.test(code) || !fits) {
    throw new CreateAppError(
      'APP_CODE_INVALID',
      `"${code}" is not an application code`,
      `Use ${CODE_LENGTH.least} to ${CODE_LENGTH.most} lower-case letters, digits and single hyphens, beginning with a letter: site-visit.`,
    );
  }
  if (RESERVED_NAMES.includes(code) || code === SAMPLE) {
    throw new CreateAppError(
      'APP_CODE_RESERVED',
      code === SAMPLE ? `"${code}" is the sample's code` : `"${code}" is the beginning of a path of the host`,
      'Choose another code.',
    );
  }
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed && trimmed.length <= NAME_LENGTH && !/\p{Cc}/u.test(trimmed)) return trimmed;
  throw new CreateAppError(
    'APP_NAME_INVALID',
    `${JSON.stringify(name)} is no display name`,
    `Give 1 to ${NAME_LENGTH} characters on one line.`,
  );
}

/** `site-visit` → `Site visit`. */
function defaultName(code: string): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
