import { transform, type TransformOptions } from 'esbuild';
import { PackagerError } from '../errors.ts';
import { formatMessages } from './esbuild-messages.ts';

export interface TranspiledModule {
  code: string;
  /** Source map, version 3, with the source's text. */
  map: string;
}

/**
 * How every plugin source is compiled. Standard decorators are lowered (Node does not run them
 * yet), `import()` becomes `require` so that the runtime resolves it too, and the compiler
 * options of the project are not consulted, so that a package never depends on where it was
 * built.
 */
const OPTIONS: TransformOptions = {
  loader: 'ts',
  format: 'cjs',
  platform: 'node',
  target: 'es2022',
  keepNames: true,
  sourcemap: 'external',
  sourcesContent: true,
  charset: 'utf8',
  supported: { 'dynamic-import': false },
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
  logLevel: 'silent',
};

/**
 * Compiles one TypeScript source to CommonJS. Throws `SOURCE_INVALID`.
 * @param source name that stack traces show
 */
export async function transpile(source: string, text: string): Promise<TranspiledModule> {
  try {
    const { code, map } = await transform(text, { ...OPTIONS, sourcefile: source });
    return { code, map };
  } catch (cause) {
    const messages = formatMessages(cause);
    throw new PackagerError({
      code: 'SOURCE_INVALID',
      message: `${source} does not compile:\n${messages.join('\n')}`,
      fix: 'Fix these lines.',
      details: messages,
      cause,
    });
  }
}
