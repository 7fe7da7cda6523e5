import { posix } from 'node:path';
import { PackagerError } from '../errors.ts';
import type { SourceFacts } from './analyze-source.ts';
import type { IndexedClass } from './plugin-index.ts';
import { packageSegment } from './plugin-project.ts';

/** Jar entry of a compiled source: `src/service/x.ts` → `cn/platform/<code>/service/x.js`. */
export function moduleEntry(code: string, source: string): string {
  return `cn/platform/${packageSegment(code)}/${source.replace(/^src\//, '').replace(/\.([cm]?)ts$/, '.$1js')}`;
}

/** Refuses beans that the host would never find. Throws `CLASS_NOT_EXPORTED`. */
export function refuseHiddenClasses(facts: ReadonlyMap<string, SourceFacts>): void {
  const hidden = [...facts].flatMap(([source, found]) => found.hidden.map((each) => ({ source, ...each })));
  if (hidden.length === 0) return;
  throw new PackagerError({
    code: 'CLASS_NOT_EXPORTED',
    message: hidden
      .map(
        ({ source, line, name, decorator }) =>
          `${source}:${line}: ${name} has @${decorator} but is not exported: the host would not find it.`,
      )
      .join('\n'),
    fix: 'Write export before the class.',
    details: hidden,
  });
}

/**
 * The classes of all sources with their fully qualified names. Throws `DUPLICATE_CLASS` when two
 * files of one folder export the same class name: a class has one name (design 9.4-21).
 */
export function indexClasses(code: string, facts: ReadonlyMap<string, SourceFacts>): IndexedClass[] {
  const owners = new Map<string, string>();
  const duplicates: string[] = [];
  const classes: IndexedClass[] = [];
  for (const [source, { classes: found }] of facts) {
    for (const { name, export: exported, kind, abstract } of found) {
      const qualified = qualifiedName(code, source, name);
      const owner = owners.get(qualified);
      if (owner !== undefined) duplicates.push(`${qualified} is exported by ${owner} and by ${source}.`);
      owners.set(qualified, source);
      classes.push({ name: qualified, export: exported, file: moduleEntry(code, source), kind, abstract });
    }
  }
  if (duplicates.length > 0) {
    throw new PackagerError({
      code: 'DUPLICATE_CLASS',
      message: duplicates.join('\n'),
      fix: 'Rename one of the classes or move it to another folder.',
      details: duplicates,
    });
  }
  return classes;
}

/** Full name of a class: `cn.platform.<code>.<folders under src>.<name>`. */
export function qualifiedName(code: string, source: string, name: string): string {
  const folder = posix.dirname(source.replace(/^src\//, ''));
  const folders = folder === '.' ? [] : folder.split('/');
  return [...['cn', 'platform', code, ...folders].map(packageSegment), name].join('.');
}
