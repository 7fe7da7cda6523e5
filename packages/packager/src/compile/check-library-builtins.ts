import { isBuiltin } from 'node:module';
import { builtinAccess } from '@platform/package-format';
import type { Metafile } from 'esbuild';
import { PackagerError } from '../errors.ts';
import type { PluginProject } from './plugin-project.ts';

/**
 * Refuses bundled libraries that import built-ins which the runtime would refuse: better here
 * than at the load. Throws `IMPORT_FORBIDDEN` or `PERMISSION_MISSING` (design 9.4-19).
 */
export function checkLibraryBuiltins({ permissions }: PluginProject, { inputs }: Metafile): void {
  const findings = Object.entries(inputs).flatMap(([input, { imports }]) =>
    imports.flatMap(({ path, external }) => {
      if (!external || !isBuiltin(path)) return [];
      const access = builtinAccess(path);
      if (access === 'free' || (access !== 'never' && permissions[access] !== undefined)) return [];
      return [{ library: libraryOf(input), path, access }];
    }),
  );
  const [first] = findings;
  if (!first) return;
  const messages = findings.map(({ library, path, access }) =>
    access === 'never'
      ? `${library} imports "${path}", which plugins may not use.`
      : `${library} imports "${path}", which needs the permission "${access}".`,
  );
  const forbidden = findings.some(({ access }) => access === 'never');
  throw new PackagerError({
    code: forbidden ? 'IMPORT_FORBIDDEN' : 'PERMISSION_MISSING',
    message: [...new Set(messages)].join('\n'),
    fix: forbidden
      ? 'Use a library without this import. Many libraries have a build for browsers.'
      : 'Add it to permissions in app.json, or use a library without this import.',
    details: findings,
  });
}

/** `node_modules/@a/b/dist/x.js` → `@a/b`. */
const libraryOf = (input: string): string =>
  /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(input)?.[1] ?? input;
