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

/** `META-INF/plugin.json`, written by the packager. (design 3.1) */
export const pluginIndexSchema = Type.Object({
  formatVersion: Type.Literal(1),
  code: Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$' }),
  version: Type.String({ pattern: String.raw`^\d+\.\d+\.\d+` }),
  /** Platform version that the plugin was built for. */
  platform: Type.String(),
  /** Permissions requested in `app.json` beyond the free built-ins. (design 9.4-19) */
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
  /** Module that siblings import. */
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
