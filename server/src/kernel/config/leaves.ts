import { configSchema } from './schema.ts';

/** One key that holds a value. */
export interface ConfigLeaf {
  /** Dotted, as in the documentation: `app-market.security.mode`. */
  readonly path: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'proxies';
  readonly default: unknown;
  readonly description: string;
  readonly fileOnly: boolean;
  readonly secret: boolean;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

interface SchemaNode extends Omit<ConfigLeaf, 'path' | 'type'> {
  readonly type: ConfigLeaf['type'] | 'object';
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

/** All keys of the configuration by their dotted path. */
export const configLeaves: ReadonlyMap<string, ConfigLeaf> = new Map(
  [...collect(configSchema as unknown as SchemaNode, '')].map((leaf) => [leaf.path, leaf]),
);

function* collect(node: SchemaNode, path: string): Generator<ConfigLeaf> {
  if (node.type !== 'object') {
    yield { ...node, type: node.type, path, fileOnly: node.fileOnly ?? false, secret: node.secret ?? false };
    return;
  }
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    yield* collect(child, path === '' ? key : `${path}.${key}`);
  }
}
