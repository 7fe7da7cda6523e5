export { PackagerError, type PackagerErrorInit } from './errors.ts';
export { buildJar } from './compile/build-jar.ts';
export { compilePlugin, type CompiledPlugin, type CompileOptions } from './compile/compile-plugin.ts';
export type { ClassKind, IndexedClass, IndexedModule, PluginIndex } from './compile/plugin-index.ts';
