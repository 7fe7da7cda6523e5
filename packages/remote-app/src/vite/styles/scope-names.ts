import { transform } from 'lightningcss';
import type { Plugin } from 'vite';
import { uniqueNamesMark } from '../../host/unique-names.ts';
import { renameNames } from './rename-names.ts';
import { collectNames } from './style-names.ts';

/**
 * Prefixes keyframes, counter styles and fonts of a sheet with the application's code, in
 * definitions and uses, so that equal names of two applications do not clash (design 9.7-48).
 * @returns the sheet with a mark, by which the shell knows that its names are unique
 */
export function scopeNames(css: string, code: string): string {
  const source = { filename: `${code}.css`, code: Buffer.from(css), minify: true };
  const { names, visitor } = collectNames();
  transform({ ...source, visitor });
  const found = names.keyframes.size + names['counter-style'].size + names.font.size;
  if (found === 0) return uniqueNamesMark(code) + css;
  const renamed = transform({ ...source, visitor: renameNames(names, `${code}--`) });
  return uniqueNamesMark(code) + renamed.code.toString();
}

/** Runs {@link scopeNames} on the style sheets of a build. */
export function scopedNames(code: string): Plugin {
  return {
    name: 'platform:scoped-names',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = scopeNames(textOf(file.source), code);
      },
    },
  };
}

const textOf = (source: string | Uint8Array): string => Buffer.from(source).toString();
