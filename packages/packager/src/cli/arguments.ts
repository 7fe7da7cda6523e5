import { closest, distance } from 'fastest-levenshtein';
import { PackagerError } from '../errors.ts';

/** Option name as PowerShell writes it → whether it takes a value. */
export type OptionTable = Readonly<Record<string, 'value' | 'switch'>>;

export interface ParsedArguments<Table extends OptionTable> {
  options: {
    [Name in keyof Table]?: Table[Name] extends 'switch' ? boolean : string;
  };
  /** Words that are not options, in order. */
  positional: string[];
}

const normalize = (name: string): string => name.replaceAll('-', '').toLowerCase();

/**
 * Parses PowerShell and kebab-case options alike.
 *
 * `-Plugin platform-hello`, `-Plugin:platform-hello`, `--plugin platform-hello` and
 * `--plugin=platform-hello` are equal; case and hyphens do not matter. Throws `OPTION_UNKNOWN`
 * with the nearest name, `OPTION_VALUE_MISSING`, `OPTION_TWICE`.
 */
export function parseArguments<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
): ParsedArguments<Table> {
  const options: Record<string, string | boolean> = {};
  const positional: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!;
    const [, written, attached] = /^--?([A-Za-z][A-Za-z-]*)(?:[=:](.*))?$/s.exec(argument) ?? [];
    if (written === undefined) {
      if (argument.startsWith('-')) throw unknown(argument, table);
      positional.push(argument);
      continue;
    }
    const name = Object.keys(table).find((known) => normalize(known) === normalize(written));
    if (name === undefined) throw unknown(argument, table);
    if (name in options) {
      throw new PackagerError({
        code: 'OPTION_TWICE',
        message: `-${name} appears twice.`,
        fix: 'Pass it once.',
      });
    }
    if (table[name] === 'switch') {
      options[name] = attached === undefined || !/^(\$?false|0|no)$/i.test(attached);
      continue;
    }
    // PowerShell splits `-Plugin:hello` into `-Plugin:` and `hello`.
    const isAttached = attached !== undefined && !(attached === '' && argument.endsWith(':'));
    const value = isAttached ? attached : args[++at];
    if (!value || (!isAttached && /^--?[A-Za-z]/.test(value))) {
      throw new PackagerError({
        code: 'OPTION_VALUE_MISSING',
        message: `-${name} needs a value.`,
        fix: `Write -${name} <value>.`,
      });
    }
    options[name] = value;
  }
  return { options: options as ParsedArguments<Table>['options'], positional };
}

function unknown(argument: string, table: OptionTable): PackagerError {
  const names = Object.keys(table);
  const written = normalize(argument.replace(/^-+/, '').replace(/[=:].*$/s, ''));
  const nearest = closest(written, names.map(normalize));
  const name = names.find((candidate) => normalize(candidate) === nearest);
  const near = name !== undefined && distance(written, nearest) <= Math.max(2, nearest.length / 2);
  return new PackagerError({
    code: 'OPTION_UNKNOWN',
    message: `Unknown option ${argument}.${near ? ` Did you mean -${name}?` : ''}`,
    fix: `Options: ${names.map((known) => `-${known}`).join(' ')}.`,
  });
}
