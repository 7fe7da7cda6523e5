import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { builtinAccess } from '@platform/package-format';
import { PackagerError } from '../errors.ts';
import type { SourceFacts } from './analyze-source.ts';
import type { IndexedModule } from './plugin-index.ts';
import type { PluginProject } from './plugin-project.ts';
import { packageOf, specifierKind } from './specifier.ts';

export interface ImportFinding {
  code: 'IMPORT_UNRESOLVED' | 'IMPORT_FORBIDDEN' | 'PERMISSION_MISSING' | 'DEPENDENCY_UNDECLARED';
  source: string;
  specifier: string;
  message: string;
}

/**
 * Refuses imports that a host would refuse. (design 3.5, 9.4-19, 9.7-52)
 *
 * Host internals, files outside of `src`, forbidden built-in modules or ones without a permission
 * in `app.json`, undeclared packages, and sources or names that do not exist. Throws all findings
 * at once: `IMPORT_FORBIDDEN`, `PERMISSION_MISSING`, `DEPENDENCY_UNDECLARED`, `IMPORT_UNRESOLVED`.
 */
export function checkImports(
  project: PluginProject,
  modules: readonly IndexedModule[],
  facts: ReadonlyMap<string, SourceFacts>,
): void {
  const findings = modules.flatMap((module) => [
    ...module.requires.flatMap(
      (specifier) =>
        findingFor(project, module, specifier) ?? absent(project, module, specifier, facts) ?? [],
    ),
    ...lostNames(module, facts),
  ]);
  const first = findings[0];
  if (!first) return;
  const codes = new Set(findings.map(({ code }) => code));
  throw new PackagerError({
    code: first.code,
    message: findings.map((finding) => `${placeOf(project, finding)}: ${finding.message}`).join('\n'),
    fix: [...codes].map((code) => FIXES[code]).join(' '),
    details: findings,
  });
}

/** Source and line of an import. */
function placeOf({ dir }: PluginProject, { source, specifier }: ImportFinding): string {
  const file = join(dir, source);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const at = lines.findIndex((line) => line.includes(`'${specifier}'`) || line.includes(`"${specifier}"`));
  return at === -1 ? source : `${source}:${at + 1}`;
}

const EXTENSIONS = ['', '.ts', '.mts', '.cts', '/index.ts'];

/** The source that a relative specifier means, as the host resolves it. */
function sourceOf(
  { source }: IndexedModule,
  specifier: string,
  facts: ReadonlyMap<string, SourceFacts>,
): string | undefined {
  const target = posix.normalize(posix.join(posix.dirname(source), specifier));
  const plain = target.replace(/\.([cm]?)js$/, '.$1ts');
  return [plain, ...EXTENSIONS.map((extension) => `${target}${extension}`)].find((path) => facts.has(path));
}

function absent(
  { dir }: PluginProject,
  module: IndexedModule,
  specifier: string,
  facts: ReadonlyMap<string, SourceFacts>,
): ImportFinding | undefined {
  if (specifierKind(specifier) !== 'relative' || sourceOf(module, specifier, facts)) return undefined;
  const path = join(dir, posix.dirname(module.source), specifier);
  const message =
    /\.(json|[cm]?js)$/.test(path) && existsSync(path)
      ? `"${specifier}" is no TypeScript source: only those are packaged. Export its content from a .ts file.`
      : `"${specifier}" does not exist.`;
  return { code: 'IMPORT_UNRESOLVED', source: module.source, specifier, message };
}

/** A name that its module does not export is undefined at run time. */
function lostNames(module: IndexedModule, facts: ReadonlyMap<string, SourceFacts>): ImportFinding[] {
  return (facts.get(module.source)?.imports ?? []).flatMap(({ specifier, names }): ImportFinding[] => {
    const exported = facts.get(sourceOf(module, specifier, facts) ?? '')?.exported;
    const lost = exported ? names.filter((name) => !exported.includes(name)) : [];
    if (lost.length === 0) return [];
    const message = `"${specifier}" does not export ${lost.join(', ')}.`;
    return [{ code: 'IMPORT_UNRESOLVED', source: module.source, specifier, message }];
  });
}

const FIXES: Readonly<Record<ImportFinding['code'], string>> = {
  IMPORT_UNRESOLVED: 'Correct the path or the name of an import, or write export before what it names.',
  IMPORT_FORBIDDEN:
    'Import sources of src/ by relative paths, and use @platform/plugin-sdk for what the host has.',
  PERMISSION_MISSING:
    'Add a missing permission to permissions in app.json. Administrators see it before they install the application.',
  DEPENDENCY_UNDECLARED:
    'Add a package that is not declared to dependencies (it is bundled) or, if the host provides it, to peerDependencies.',
};

function findingFor(
  project: PluginProject,
  { source }: IndexedModule,
  specifier: string,
): ImportFinding | undefined {
  const forbidden = (message: string): ImportFinding => ({
    code: 'IMPORT_FORBIDDEN',
    source,
    specifier,
    message,
  });
  switch (specifierKind(specifier)) {
    case 'relative': {
      const target = posix.normalize(posix.join(posix.dirname(source), specifier));
      const inside = target === 'src' || target.startsWith('src/');
      if (specifier.startsWith('/'))
        return forbidden(`"${specifier}" is an absolute path; write a relative one.`);
      return inside ? undefined : forbidden(`"${specifier}" is outside src/.`);
    }
    case 'builtin': {
      const access = builtinAccess(specifier);
      if (access === 'never') return forbidden(`the built-in "${specifier}" is not available to plugins.`);
      if (access === 'free' || project.permissions[access] !== undefined) return undefined;
      const message = `"${specifier}" needs the permission "${access}".`;
      return { code: 'PERMISSION_MISSING', source, specifier, message };
    }
    case 'hostInternal':
      return forbidden(`"${specifier}" is internal to the host.`);
    case 'sdk':
      return undefined;
    case 'sibling':
      if (!/^@plugins\/platform-[^/]+$/.test(specifier)) {
        return forbidden(
          `"${specifier}" is not a main module; other applications' files cannot be imported.`,
        );
      }
      if (specifier === `@plugins/platform-${project.code}`) {
        return forbidden(`"${specifier}" is the application itself.`);
      }
      return undeclared(project, source, specifier);
    case 'package':
      return undeclared(project, source, specifier);
  }
}

function undeclared(project: PluginProject, source: string, specifier: string): ImportFinding | undefined {
  const name = packageOf(specifier);
  if (name in project.dependencies || name in project.peerDependencies) return undefined;
  const message = /^[@~#]\//.test(specifier)
    ? `"${specifier}" is an alias, which the host does not know; write a relative path.`
    : `"${name}" is imported but not declared in package.json.`;
  return { code: 'DEPENDENCY_UNDECLARED', source, specifier, message };
}
