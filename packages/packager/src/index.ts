export { PackagerError, type PackagerErrorInit } from './errors.ts';
export { packageApplication, type PackageResult } from './application/package-application.ts';
export type { PackageInfo } from './application/package-info.ts';
export type { PackageOptions, PackageStep } from './application/package-options.ts';
export { buildJar } from './compile/build-jar.ts';
export { compilePlugin, type CompiledPlugin, type CompileOptions } from './compile/compile-plugin.ts';
export type { ClassKind, IndexedClass, IndexedModule, PluginIndex } from './compile/plugin-index.ts';
export { createKeys, ensureKeys, readSigningKey } from './keys/key-store.ts';
export { syncPublicKey } from './keys/sync-public-key.ts';
