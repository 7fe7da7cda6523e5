import { existsSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { PackagerError } from '../errors.ts';
import { checkLibraryBuiltins } from './check-library-builtins.ts';
import { formatMessages } from './esbuild-messages.ts';
import type { PluginProject } from './plugin-project.ts';
import { packageOf, specifierKind } from './specifier.ts';

/** npm names never begin with an underscore, so this meets no library. */
const BUNDLE = 'lib/_libraries.js';

/**
 * Bundles third-party imports (`dependencies`) under `lib/`: one shared bundle, so that `dayjs`
 * and `dayjs/plugin/utc` meet the same instance, and one small module for each specifier as the
 * sources write it. Modules behave as for an ES module importer in Node, whether the library is
 * CommonJS or ESM only.
 *
 * Throws `NATIVE_DEPENDENCY`, `IMPORT_FORBIDDEN`, `PERMISSION_MISSING`, `LIBRARY_INVALID` (also
 * for top-level await). Design 9.4-20.
 * @returns jar entry → content
 */
export async function bundleLibraries(
  project: PluginProject,
  specifiers: readonly string[],
): Promise<Map<string, Buffer>> {
  if (specifiers.length === 0) return new Map();
  const addons: string[] = [];
  try {
    const { outputFiles, metafile } = await build(buildOptions(project, specifiers, addons));
    refuseNative(project, [...Object.keys(metafile.inputs), ...addons]);
    checkLibraryBuiltins(project, metafile);
    const [bundle] = outputFiles;
    const files = specifiers.map(
      (specifier, index) => [`lib/${specifier}.js`, facade(specifier, index)] as const,
    );
    return new Map([[BUNDLE, Buffer.from(bundle?.contents ?? [])], ...files]);
  } catch (cause) {
    if (cause instanceof PackagerError) throw cause;
    const messages = formatMessages(cause);
    throw new PackagerError({
      code: 'LIBRARY_INVALID',
      message: `A third-party package cannot be bundled:\n${messages.join('\n')}`,
      fix: 'Install it (npm install), use a version without top-level await, or remove the import.',
      details: messages,
      cause,
    });
  }
}

function buildOptions(project: PluginProject, specifiers: readonly string[], addons: string[]) {
  const external = [...Object.keys(project.peerDependencies), ...Object.keys(project.provided ?? {})];
  return {
    stdin: {
      // As `.mjs`, so that a CommonJS library's `default` is its `module.exports`, as in Node.
      contents: specifiers.map((specifier, index) => entryLines(specifier, index)).join('\n'),
      resolveDir: project.dir,
      sourcefile: 'libraries.mjs',
    },
    absWorkingDir: project.dir,
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    keepNames: true,
    charset: 'utf8',
    legalComments: 'inline',
    external: [...new Set(external)]
      .flatMap((name) => [name, `${name}/*`])
      .concat('@platform/*', '@plugins/*'),
    logOverride: { 'import-is-undefined': 'silent' },
    logLevel: 'silent',
    plugins: [collectAddons(addons)],
  } satisfies BuildOptions;
}

const entryLines = (specifier: string, index: number): string =>
  `import * as library${index} from ${JSON.stringify(specifier)};\nexport { library${index} };`;

/** Getters, so that bindings that a library changes later stay live. */
function facade(specifier: string, index: number): Buffer {
  const bundle = posix.relative(posix.dirname(`lib/${specifier}.js`), BUNDLE);
  return Buffer.from(
    [
      `const { library${index}: library } = require(${JSON.stringify(bundle.startsWith('.') ? bundle : `./${bundle}`)});`,
      `Object.defineProperty(exports, '__esModule', { value: true });`,
      'for (const key of Object.keys(library)) {',
      `  if (key !== '__esModule') Object.defineProperty(exports, key, { enumerable: true, get: () => library[key] });`,
      '}',
      '',
    ].join('\n'),
  );
}

/** Compiled add-ons are noted and left empty: one error afterwards names them. */
const collectAddons = (addons: string[]): Plugin => ({
  name: 'collect-native-addons',
  setup(setup) {
    setup.onLoad({ filter: /\.node$/ }, ({ path }) => {
      addons.push(path);
      return { contents: '', loader: 'js' };
    });
  },
});

/** A package that compiles or carries native code runs on the machine that built it only. */
function refuseNative(project: PluginProject, inputs: readonly string[]): void {
  const native = inputs.filter((input) => {
    const root = packageRoot(resolve(project.dir, input));
    return input.endsWith('.node') || (root !== undefined && existsSync(join(root, 'binding.gyp')));
  });
  if (native.length === 0) return;
  const names = [...new Set(native.map((input) => packageRoot(resolve(project.dir, input)) ?? input))];
  throw new PackagerError({
    code: 'NATIVE_DEPENDENCY',
    message: `${names.map((name) => name.replace(/^.*[\\/]node_modules[\\/]/, '')).join(', ')}: needs a native add-on.`,
    fix: 'Use a library without native code: a package must run on every host.',
    details: names,
  });
}

function packageRoot(file: string): string | undefined {
  const [, before, name] = /^(.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? [];
  return before && name ? join(before, name) : undefined;
}

/**
 * Third-party specifiers of `requires` that are to be bundled: those declared in `dependencies`.
 */
export function bundledSpecifiers(project: PluginProject, requires: Iterable<string>): string[] {
  const bundled = [...requires].filter(
    (specifier) => specifierKind(specifier) === 'package' && packageOf(specifier) in project.dependencies,
  );
  return [...new Set(bundled)].sort();
}
