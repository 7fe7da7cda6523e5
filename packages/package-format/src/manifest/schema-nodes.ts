import { AppManifestSchema, MenuNodeSchema } from './schema.ts';

/** The parts of a JSON Schema node that the manifest's schema uses. */
export interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  $ref?: string;
  $defs?: Record<string, SchemaNode>;
  errorMessage?: string;
}

const ROOT: SchemaNode = AppManifestSchema as object;
const DEFINITIONS: Record<string, SchemaNode> = (MenuNodeSchema as SchemaNode).$defs ?? {};

const resolve = (node: SchemaNode | undefined): SchemaNode | undefined =>
  node?.$ref === undefined ? node : DEFINITIONS[node.$ref];

function child(node: SchemaNode | undefined, segment: string): SchemaNode | undefined {
  const patterns = Object.values(node?.patternProperties ?? {});
  return resolve(node?.properties?.[segment] ?? patterns[0] ?? node?.items);
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the schema of a JSON pointer, as far as the schema describes it. */
export function schemaAt(pointer: string): SchemaNode | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map(unescape)
    .reduce<SchemaNode | undefined>((node, segment) => child(node, segment), ROOT);
}

/** Describes the expected value at `pointer`, or at its nearest described parent. */
export function expectedAt(pointer: string): string {
  const own = schemaAt(pointer)?.errorMessage;
  if (own !== undefined) return own;
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  return pointer === '' ? 'a JSON object' : expectedAt(parent);
}
