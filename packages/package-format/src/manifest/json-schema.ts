import { AppManifestSchema } from './schema.ts';

/**
 * Returns `app.schema.json` for editors, with definitions at the root where editors find them.
 *
 * `node packages/package-format/scripts/generate-schema.ts` writes the file.
 */
export function manifestJsonSchema(): string {
  const definitions: Record<string, unknown> = {};
  const hoist = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { $id: _id, $defs, $ref, ...rest } = value as Record<string, unknown>;
    Object.assign(definitions, $defs);
    return typeof $ref === 'string' ? { $ref: $ref.startsWith('#') ? $ref : `#/$defs/${$ref}` } : rest;
  };
  const root = JSON.parse(JSON.stringify(AppManifestSchema, hoist)) as object;
  const resolved = JSON.parse(JSON.stringify(definitions, hoist)) as object;
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...root, $defs: resolved };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
