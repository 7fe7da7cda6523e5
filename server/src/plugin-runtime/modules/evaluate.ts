import { setImmediate as nextTurn } from 'node:timers/promises';
import { isA, reasonOf } from '../../kernel/index.ts';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { IndexedClass, PluginIndex } from '../jar/plugin-index.ts';
import { LoadRefusal, refuseIf, type LoadFinding } from '../lifecycle/finding.ts';
import type { SkippedClass } from '../plugin-runtime.ts';
import { evaluationOrder } from './evaluation-order.ts';
import { missingPackages } from './missing-packages.ts';
import type { ModuleCache } from './module-cache.ts';
import type { PluginClass, PluginModule } from './plugin-module.ts';
import type { Siblings } from './siblings.ts';
import type { SourceMaps } from './source-maps.ts';

export type { PluginClass } from './plugin-module.ts';

export interface EvaluatedClasses {
  readonly classes: readonly PluginClass[];
  readonly skipped: readonly SkippedClass[];
  /** The missing package, by class that was evaluated and left out. */
  readonly leftOut: ReadonlyMap<AbstractClass, string>;
}

/** Runs a piece of the evaluation. @returns findings against what it did, such as a change of what all share */
type EvaluatePiece = (piece: () => void) => readonly LoadFinding[];

/** How long modules are evaluated before others get on, in milliseconds. */
const PIECE_MS = 10;

/**
 * Evaluates every module of an application and collects its classes. A module whose import is missing is skipped with
 * those that need it, unless they ask for its classes by `optional()`, `all()` or `locate()` only. (design 9.4-18) Others get on between
 * modules: one that takes long by itself is all that holds the event loop.
 *
 * @param signal ends the evaluation before its next piece
 * @throws LoadRefusal with every module that failed
 */
export async function evaluateClasses(
  index: PluginIndex,
  cache: ModuleCache,
  maps: SourceMaps,
  siblings: Siblings,
  evaluatePiece: EvaluatePiece,
  signal: AbortSignal,
): Promise<EvaluatedClasses> {
  const findings = await evaluateInPieces(index, cache, evaluatePiece, signal);
  const modules = index.modules.map(({ file, source }) => ({ source, module: cache.load(file) }));
  const failed = failures(modules, maps);
  // What was changed that all share may be why something threw that is innocent.
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

async function evaluateInPieces(
  { modules }: PluginIndex,
  cache: ModuleCache,
  evaluatePiece: EvaluatePiece,
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
      ...evaluatePiece(() => {
        const begun = performance.now();
        while (next < order.length && performance.now() - begun < PIECE_MS) cache.load(order[next++]!);
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
        message: `${source} threw while it was evaluated: ${reason}`,
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
