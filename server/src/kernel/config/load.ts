import { join } from 'node:path';
import { PlatformError } from '@platform/plugin-sdk/core';
import { serviceToken } from '../service.ts';
import { closest } from './closest.ts';
import { coerce } from './coerce.ts';
import { configLeaves } from './leaves.ts';
import { OWN_VARIABLES } from './own-variables.ts';
import { removedKeys } from './removed.ts';
import type { PlatformConfig } from './schema.ts';
import { fromArguments, fromEnvironment, fromYaml, misspelt, type ConfigEntry } from './sources.ts';

export interface ConfigInput {
  /**
   * Directories in rising precedence. Each may have a `generated.yml`, written by programs, below
   * an `application.yml`, written by people; then an `application-<profile>.yml`. (design 9.8-61)
   */
  readonly directories: readonly string[];
  readonly profile?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
}

/** Source of each effective value of the configuration; other keys have their default. */
export const CONFIG_SOURCES = serviceToken<ReadonlyMap<string, string>>('config sources');

export interface LoadedConfig {
  readonly config: PlatformConfig;
  /** Source of each effective value; other keys have their default. */
  readonly sources: ReadonlyMap<string, string>;
  /** Ignored variables that look like a misspelt setting. */
  readonly warnings: readonly string[];
}

/**
 * Merges files, environment and command line, in rising precedence, and validates the result.
 * (design 6.1; spec: Authentication 6 for keys that only a file may set)
 *
 * @throws CONFIG_INVALID with every problem, each naming its source.
 */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const rounds = [['generated.yml', 'application.yml']];
  if (input.profile) rounds.push([`application-${input.profile}.yml`]);
  const read = (names: readonly string[]) =>
    input.directories.flatMap((dir) => names.flatMap((name) => fromYaml(join(dir, name), name)));
  const entries = [...rounds.flatMap(read), ...fromEnvironment(input.env), ...fromArguments(input.args)];
  const problems: string[] = [];
  const values = new Map<string, unknown>();
  const sources = new Map<string, string>();
  for (const entry of entries) {
    const outcome = resolve(entry);
    if ('problem' in outcome) problems.push(`${entry.source}: ${outcome.problem}`);
    else {
      add(entry, outcome.value, values, sources);
    }
  }
  if (problems.length > 0) {
    throw new PlatformError({
      code: 'CONFIG_INVALID',
      message: `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.join('\n')}`,
      fix: 'Correct these values. `npm run config:show` prints the effective configuration.',
      details: problems,
    });
  }
  if (input.profile === 'production') addProduction(values, sources);
  return { config: build(values), sources, warnings: misspelt(input.env, OWN_VARIABLES) };
}

/** The last source of a value wins, except for lists that are joined. */
function add(
  { path, source }: ConfigEntry,
  value: unknown,
  values: Map<string, unknown>,
  sources: Map<string, string>,
): void {
  const before = configLeaves.get(path)?.addsUp ? (values.get(path) as unknown[] | undefined) : undefined;
  if (before === undefined) {
    values.set(path, value);
    sources.set(path, source);
    return;
  }
  values.set(path, [...new Set([...before, ...(value as unknown[])])]);
  sources.set(path, `${sources.get(path) ?? ''}, ${source}`);
}

/** Below every other source. */
function addProduction(values: Map<string, unknown>, sources: Map<string, string>): void {
  for (const { path, production } of configLeaves.values()) {
    if (production === undefined || values.has(path)) continue;
    values.set(path, production);
    sources.set(path, 'profile production');
  }
}

function resolve(entry: ConfigEntry): ReturnType<typeof coerce> {
  if (entry.path === '') return { problem: `not readable: ${String(entry.value)}` };
  const leaf = configLeaves.get(entry.path);
  if (!leaf) {
    const removed = removedKeys.get(entry.path);
    if (removed) return { problem: `${entry.path} has been removed: ${removed}` };
    const near = closest(entry.path, configLeaves.keys());
    return { problem: `unknown key ${entry.path}${near ? `; did you mean ${near}?` : ''}` };
  }
  if (leaf.fileOnly && entry.kind !== 'file') {
    return {
      problem: `${entry.path} can be set in application.yml only, so that environment and command line cannot change the trusted keys`,
    };
  }
  const outcome = coerce(leaf, entry.value);
  return 'problem' in outcome ? { problem: `${entry.path} ${outcome.problem}` } : outcome;
}

function build(values: ReadonlyMap<string, unknown>): PlatformConfig {
  const root: Record<string, unknown> = {};
  for (const leaf of configLeaves.values()) {
    const keys = leaf.path.split('.');
    let node = root;
    for (const key of keys.slice(0, -1)) node = (node[key] ??= {}) as Record<string, unknown>;
    node[keys.at(-1) ?? ''] = values.get(leaf.path) ?? structuredClone(leaf.default);
  }
  return deepFreeze(root) as PlatformConfig;
}

function deepFreeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
