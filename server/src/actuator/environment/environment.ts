import { MASK, namesSecret } from '../../infra/index.ts';
import {
  configLeaves,
  configValue,
  environmentNames,
  withoutLogins,
  type PlatformConfig,
} from '../../kernel/index.ts';

interface Property {
  readonly value: unknown;
  /** Where the value comes from. */
  readonly origin: string;
}

export interface PropertySource {
  readonly name: string;
  readonly properties: Readonly<Record<string, Property>>;
}

/** Masks possible secrets: by name, by schema, and in addresses. */
function shown(name: string, value: unknown, secret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => shown(name, item, secret));
  if (typeof value !== 'string' || value === '') return value;
  if (secret || namesSecret(name)) return MASK;
  return withoutLogins(value);
}

/** Every key of the configuration with its effective value and source. (design 11.2) */
export function configurationOf(
  config: PlatformConfig,
  sources: ReadonlyMap<string, string>,
): PropertySource {
  const properties = [...configLeaves.values()].map((leaf): [string, Property] => {
    const { path, secret } = leaf;
    const value = configValue(config, leaf);
    return [path, { value: shown(path, value, secret), origin: sources.get(path) ?? 'default' }];
  });
  return { name: 'configuration', properties: Object.fromEntries(properties) };
}

/**
 * The environment of the process. Values of names that are no configuration keys belong to others
 * and are not shown. (design 11.8-10)
 */
export function systemEnvironment(environment: NodeJS.ProcessEnv): PropertySource {
  const leaves = new Map(
    [...configLeaves.values()].flatMap((leaf) => environmentNames(leaf).map((name) => [name, leaf])),
  );
  const properties = Object.entries(environment).map(([name, value]): [string, Property] => {
    const leaf = leaves.get(name);
    return [
      name,
      { value: leaf ? shown(leaf.path, value, leaf.secret) : MASK, origin: `environment variable ${name}` },
    ];
  });
  return { name: 'systemEnvironment', properties: Object.fromEntries(properties) };
}
