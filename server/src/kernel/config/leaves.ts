import { configSchema, type PlatformConfig } from './schema.ts';

/** One key with a value. */
export interface ConfigLeaf {
  /** Dotted, as in the documentation: `app-market.security.mode`. */
  readonly path: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'proxies';
  readonly default: unknown;
  /** Default in the profile `production`, where it is another one. */
  readonly production?: unknown;
  readonly description: string;
  readonly fileOnly: boolean;
  /** Whether lists of several sources are joined; otherwise the last one wins. (design 9.8-61) */
  readonly addsUp: boolean;
  readonly secret: boolean;
  readonly enum?: readonly string[];
  /** Regular expression that a text has to match. */
  readonly pattern?: string;
  /** Schemes of an address, where the value has to be one, or empty, or the default. */
  readonly schemes?: readonly string[];
  /** The form that a text must have in words, after "must". */
  readonly form?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Mark = 'fileOnly' | 'addsUp' | 'secret';

interface SchemaNode extends Omit<ConfigLeaf, 'path' | 'type' | Mark>, Partial<Pick<ConfigLeaf, Mark>> {
  readonly type: ConfigLeaf['type'] | 'object';
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

/** All keys of the configuration by their dotted path. */
export const configLeaves: ReadonlyMap<string, ConfigLeaf> = new Map(
  [...collect(configSchema as unknown as SchemaNode, '')].map((leaf) => [leaf.path, leaf]),
);

/** The effective value of a key. */
export const configValue = (config: PlatformConfig, { path }: ConfigLeaf): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], config);

function* collect(node: SchemaNode, path: string): Generator<ConfigLeaf> {
  if (node.type !== 'object') {
    const { type, fileOnly = false, addsUp = false, secret = false } = node;
    yield { ...node, type, path, fileOnly, addsUp, secret };
    return;
  }
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    yield* collect(child, path === '' ? key : `${path}.${key}`);
  }
}
