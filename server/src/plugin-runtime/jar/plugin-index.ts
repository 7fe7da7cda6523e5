import { Type, type Static } from '../../kernel/index.ts';

const kinds = [
  'controller',
  'service',
  'component',
  'mapper',
  'entity',
  'job',
  'pluginService',
  'class',
] as const;

/** `META-INF/plugin.json`, which the packager writes. (design 3.1) */
export const pluginIndexSchema = Type.Object({
  formatVersion: Type.Literal(1),
  code: Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$' }),
  version: Type.String({ pattern: String.raw`^\d+\.\d+\.\d+` }),
  /** Platform version that the plugin was built against. */
  platform: Type.String(),
  /** What `app.json` asks for beyond the free built-ins; none where it is left out. (design 9.4-19) */
  permissions: Type.Optional(
    Type.Partial(
      Type.Object({
        network: Type.Union([Type.Literal(true), Type.Array(Type.String())]),
        files: Type.Literal(true),
        process: Type.Literal(true),
        env: Type.Literal(true),
      }),
    ),
  ),
  /** Module that sibling applications import. */
  main: Type.Union([Type.String(), Type.Null()]),
  classes: Type.Array(
    Type.Object({
      /** Fully qualified. */
      name: Type.String(),
      export: Type.String(),
      file: Type.String(),
      kind: Type.Enum([...kinds]),
      abstract: Type.Boolean(),
    }),
  ),
  modules: Type.Array(
    Type.Object({ file: Type.String(), source: Type.String(), requires: Type.Array(Type.String()) }),
  ),
  packages: Type.Array(Type.String()),
  mappers: Type.Array(Type.String()),
});

export type PluginIndex = Static<typeof pluginIndexSchema>;
export type IndexedClass = PluginIndex['classes'][number];
