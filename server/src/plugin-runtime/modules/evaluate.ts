import { BEAN, MAPPER, ownFact, type AbstractClass } from '@platform/plugin-sdk/host';
import type { IndexedClass, PluginIndex } from '../jar/plugin-index.ts';
import { LoadRefusal, refuseIf, type LoadFinding } from '../lifecycle/finding.ts';
import type { SkippedClass } from '../plugin-runtime.ts';
import type { ModuleCache, PluginModule } from './module-cache.ts';
import type { SourceMaps } from './source-maps.ts';
import { missingOf } from './stand-in.ts';

/** A class of an application, evaluated. */
export interface PluginClass {
  /** Fully qualified. */
  readonly name: string;
  readonly type: AbstractClass;
  readonly abstract: boolean;
}

export interface EvaluatedClasses {
  readonly classes: readonly PluginClass[];
  readonly skipped: readonly SkippedClass[];
}

/**
 * Evaluates every module of an application and collects its classes. A module whose import is missing is skipped with
 * those that need it, unless they ask for its classes by `optional()`, `all()` or `locate()` only. (design 9.4-18)
 *
 * @throws LoadRefusal with every module that failed
 */
export function evaluateClasses(index: PluginIndex, cache: ModuleCache, maps: SourceMaps): EvaluatedClasses {
  const modules = index.modules.map(({ file, source }) => ({ source, module: cache.load(file) }));
  refuseIf(failures(modules, maps));
  const indexed = Map.groupBy(index.classes, ({ file }) => file);
  const missing = propagate(
    modules.map(({ module }) => module),
    (module) => classesOf(module, indexed),
  );
  const skipped = index.classes.flatMap(({ name, file }) => {
    const reason = missing.get(file);
    return reason === undefined ? [] : [{ name, missing: reason }];
  });
  const classes = modules.flatMap(({ module }) =>
    missing.has(module.file) ? [] : classesOf(module, indexed),
  );
  return { classes, skipped };
}

function failures(
  modules: ReadonlyArray<{ source: string; module: PluginModule }>,
  maps: SourceMaps,
): LoadFinding[] {
  const reported = new Set<unknown>();
  return modules.flatMap(({ source, module: { outcome } }) => {
    if (outcome.state !== 'failed' || reported.has(outcome.error)) return [];
    reported.add(outcome.error);
    const error = maps.mapError(outcome.error);
    if (error instanceof LoadRefusal) return error.findings;
    const reason = error instanceof Error ? error.message : String(error);
    const place = error instanceof Error ? /\(?(\S+\.ts:\d+:\d+)\)?/.exec(error.stack ?? '')?.[1] : undefined;
    return [
      {
        code: 'PLUGIN_MODULE_FAILED',
        message: `${source} threw while it was evaluated: ${reason}${place ? ` (${place})` : ''}.`,
        fix: 'Correct the source: what may fail belongs in init() or start().',
        cause: error,
      },
    ];
  });
}

function classesOf(
  module: PluginModule,
  indexed: ReadonlyMap<string, readonly IndexedClass[]>,
): PluginClass[] {
  return (indexed.get(module.file) ?? []).flatMap(({ name, export: exported, abstract }) => {
    const type = module.exports[exported];
    return typeof type === 'function' ? [{ name, type: type as AbstractClass, abstract }] : [];
  });
}

/** @returns the missing package by module file, for each module that is skipped */
function propagate(
  modules: readonly PluginModule[],
  classesIn: (module: PluginModule) => PluginClass[],
): Map<string, string> {
  const missing = new Map<string, string>();
  for (const { file, outcome } of modules) {
    if (outcome.state === 'skipped') missing.set(file, outcome.missing);
  }
  for (let found = true; found;) {
    found = false;
    for (const module of modules) {
      if (missing.has(module.file)) continue;
      const reason = needs(module, classesIn(module), missing);
      if (reason === undefined) continue;
      missing.set(module.file, reason);
      found = true;
    }
  }
  return missing;
}

/** The missing package that a module cannot do without. */
function needs(
  module: PluginModule,
  classes: readonly PluginClass[],
  missing: ReadonlyMap<string, string>,
): string | undefined {
  const direct = classes.map(({ type }) => missingIn(type)).find((reason) => reason !== undefined);
  if (direct !== undefined) return direct;
  const optional = classes.flatMap(({ type }) => optionalTokens(type));
  for (const imported of module.imports) {
    const reason = missing.get(imported.file);
    if (reason === undefined) continue;
    const exported = new Set(Object.values(imported.exports));
    const onlyOptional = optional.some((token) => exported.has(token) || missingOf(token) === reason);
    if (!onlyOptional) return reason;
  }
  return undefined;
}

/** A stand-in among the required tokens or as the entity. */
function missingIn(type: AbstractClass): string | undefined {
  const required = (ownFact(type, BEAN)?.options.inject ?? []).filter((token) => typeof token === 'function');
  return [...required, ownFact(type, MAPPER)?.entity].map(missingOf).find((reason) => reason !== undefined);
}

function optionalTokens(type: AbstractClass): AbstractClass[] {
  return (ownFact(type, BEAN)?.options.inject ?? []).flatMap((token) =>
    typeof token === 'function' || token.kind === 'locateByName' ? [] : [token.token],
  );
}
