import { existsSync, readFileSync } from 'node:fs';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { closest } from './closest.ts';
import { configLeaves, type ConfigLeaf } from './leaves.ts';
import { removedKeys } from './removed.ts';

/** One value with its source. */
export interface ConfigEntry {
  readonly path: string;
  readonly value: unknown;
  /** `application.yml:12`, `environment variable X`, `command line`. */
  readonly source: string;
  readonly kind: 'file' | 'environment' | 'arguments';
}

/** Reads a yml file; a missing file has no entries. */
export function fromYaml(file: string, label: string): ConfigEntry[] {
  if (!existsSync(file)) return [];
  const lines = new LineCounter();
  // A pretty message has the lines around the problem, which may be those of a password.
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem) {
    const source = `${label}:${lines.linePos(problem.pos[0]).line}`;
    return [{ path: '', value: problem.message, source, kind: 'file' }];
  }
  const entries: ConfigEntry[] = [];
  const walk = (node: Node | null, path: string, at: number): void => {
    if (isMap(node)) {
      for (const pair of node.items) {
        const key = String(isScalar(pair.key) ? pair.key.value : pair.key);
        const offset = (pair.key as Node).range?.[0] ?? at;
        walk(pair.value as Node | null, path === '' ? key : `${path}.${key}`, offset);
      }
      return;
    }
    if (node === null || (isScalar(node) && node.value === null && path === '')) return;
    if (path === '') {
      const value = 'it has to consist of keys with values, such as server:';
      entries.push({ path, value, source: label, kind: 'file' });
      return;
    }
    const value: unknown = isSeq(node) || isScalar(node) ? node.toJS(document) : undefined;
    entries.push({ path, value, source: `${label}:${lines.linePos(at).line}`, kind: 'file' });
  };
  walk(document.contents, '', 0);
  return entries;
}

const upper = (path: string): string => path.replaceAll(/[^a-z0-9]/gi, '_').toUpperCase();

/** Both spellings of relaxed binding: `APP_MARKET_SECURITY_MODE` and `APPMARKET_SECURITY_MODE`. */
export function environmentNames({ path }: Pick<ConfigLeaf, 'path'>): string[] {
  return [...new Set([upper(path), upper(path.replaceAll('-', ''))])];
}

export function fromEnvironment(env: Readonly<Record<string, string | undefined>>): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  for (const path of [...configLeaves.keys(), ...removedKeys.keys()]) {
    for (const name of environmentNames({ path })) {
      const value = env[name];
      if (value === undefined || value === '') continue;
      entries.push({ path, value, source: `environment variable ${name}`, kind: 'environment' });
    }
  }
  return entries;
}

/** Edits that make a typing error of a name. */
const MOST_EDITS = 2;

/**
 * Variables that differ from the name of a setting by a letter or two, which the host would ignore.
 * Others may belong to anybody.
 *
 * @param own variables of the platform that are no settings
 */
export function misspelt(
  env: Readonly<Record<string, string | undefined>>,
  own: ReadonlySet<string>,
): string[] {
  const known = new Set([...configLeaves.values()].flatMap((leaf) => environmentNames(leaf)));
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || own.has(name) || !/^[A-Z]+_[A-Z_]{3,}$/.test(name)) return [];
    const near = closest(name, known, MOST_EDITS);
    return near === undefined ? [] : [`${name} is no setting; did you mean ${near}?`];
  });
}

/** Reads `--app-market.security.mode=warn`; `--flag` alone is true. Ignores other arguments. */
export function fromArguments(args: readonly string[]): ConfigEntry[] {
  return args.flatMap((argument): ConfigEntry[] => {
    const match = /^--([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)(?:=(.*))?$/s.exec(argument);
    if (!match) return [];
    return [{ path: match[1] ?? '', value: match[2] ?? 'true', source: 'command line', kind: 'arguments' }];
  });
}
