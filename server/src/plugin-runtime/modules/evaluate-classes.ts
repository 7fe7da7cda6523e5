import { setImmediate as nextTurn } from 'node:timers/promises';
import { isA, reasonOf } from '../../kernel/index.ts';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { IndexedClass, PluginIndex } from '../jar/plugin-index.ts';
import { LoadRefusal, refuseIf, type LoadFinding } from '../contract/load-finding.ts';
import type { SkippedClass } from '../contract/load-report.ts';
import { evaluationOrder } from './evaluation-order.ts';
import { missingPackages } from './missing-packages.ts';
import type { ModuleCache } from './module-cache.ts';
import type { PluginClass, PluginModule } from './plugin-module.ts';
import type { Siblings } from './siblings.ts';
import type { SourceMaps } from '../contract/source-maps.ts';

export type { PluginClass } from './plugin-module.ts';

export interface EvaluatedClasses {
  readonly classes: readonly PluginClass[];
  readonly skipped: readonly SkippedClass[];
  /** The missing package, by class that was evaluated and then skipped. */
  readonly leftOut: ReadonlyMap<AbstractClass, string>;
}

/**
 * Runs a slice of the evaluation.
 *
 * @returns findings against it, such as a change of shared built-ins
 */
type EvaluateSlice = (piece: () => void) => readonly LoadFinding[];

/** Length of a slice of evaluation before other work gets a turn, in milliseconds. */
const SLICE_MS = 10;

/**
 * Evaluates every module of an application and collects its classes.
 *
 * A module with a missing import is skipped, together with its dependents, unless those use it only
 * through `optional()`, `all()` or `locate()`. The event loop gets a turn between slices, so that
 * only a single slow module can hold it. (design 9.4-18)
 *
 * @param signal ends the evaluation before its next slice
 * @throws LoadRefusal with every module that failed
 */
export async function evaluateClasses(
  index: PluginIndex,
  cache: ModuleCache,
  maps: SourceMaps,
  siblings: Siblings,
  evaluateSlice: EvaluateSlice,
  signal: AbortSignal,
): Promise<EvaluatedClasses> {
  const findings = await evaluateInSlices(index, cache, evaluateSlice, signal);
  const modules = index.modules.map(({ file, source }) => ({ source, module: cache.load(file) }));
  const failed = failures(modules, maps);
  // A changed built-in may be why innocent code threw.
  refuseIf(
    findings.length === 0
      ? failed
      : [...findings, ...failed.filter(({ code }) => code !== 'PLUGIN_MODULE_FAILED')],
  );
  const indexed = Map.groupBy(index.classes, ({ file }) => file);
  const evaluated = new Map(modules.map(({ module }) => [module, classesOf(module, indexed)]));
  const missing = missingPackages(evaluated, siblings);
  const skipped = index.classes.flatMap(({ name, file }) => {
    const reason = missing.get(file);
    return reason === undefined ? [] : [{ name, missing: reason }];
  });
  const classes: PluginClass[] = [];
  const leftOut = new Map<AbstractClass, string>();
  for (const [{ file }, found] of evaluated) {
    const reason = missing.get(file);
    if (reason === undefined) classes.push(...found);
    else for (const { type } of found) leftOut.set(type, reason);
  }
  return { classes, skipped, leftOut };
}

async function evaluateInSlices(
  { modules }: PluginIndex,
  cache: ModuleCache,
  evaluateSlice: EvaluateSlice,
  signal: AbortSignal,
): Promise<LoadFinding[]> {
  const requires = new Map(modules.map((module) => [module.file, module.requires]));
  const order = evaluationOrder([...requires.keys()], (from) =>
    (requires.get(from) ?? []).flatMap((specifier) => {
      const file = cache.fileOf(specifier, from);
      return file !== undefined && requires.has(file) ? [file] : [];
    }),
  );
  const findings: LoadFinding[] = [];
  for (let next = 0; next < order.length;) {
    findings.push(
      ...evaluateSlice(() => {
        const begun = performance.now();
        while (next < order.length && performance.now() - begun < SLICE_MS) cache.load(order[next++]!);
      }),
    );
    await nextTurn();
    signal.throwIfAborted();
  }
  return findings;
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
    if (isA(error, LoadRefusal)) return error.findings;
    const reason = reasonOf(error);
    return [
      {
        code: 'PLUGIN_MODULE_FAILED',
        message: `${source} threw during its evaluation: ${reason}`,
        fix: 'Fix the source. Move code that can fail into init() or start().',
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
