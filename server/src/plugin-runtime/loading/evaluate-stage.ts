import type { PluginLogger } from '../capabilities/plugin-logger.ts';
import type { ModuleHold, SkippedClass } from '../contract/load-report.ts';
import { evaluateClasses, type EvaluatedClasses } from '../modules/evaluate-classes.ts';
import { ModuleCache } from '../modules/module-cache.ts';
import type { LoadScope } from './load-scope.ts';

export interface EvaluatedModules extends EvaluatedClasses {
  readonly modules: ModuleCache;
}

/** Evaluates the modules of an application and registers the names of its classes. */
export async function evaluateStage(scope: LoadScope): Promise<EvaluatedModules> {
  const { source, siblings, services, stages, maps, logger, isolation } = scope;
  const { appCode, jar, index } = source;
  const modules = new ModuleCache({ appCode, version: index.version, jar, isolation, siblings });
  const evaluated = await stages.run('evaluate', () =>
    scope.guardedAsync(() =>
      evaluateClasses(
        index,
        modules,
        maps,
        siblings,
        (piece) => services.intrinsics.guard(source, piece).findings,
        stages.signal,
      ),
    ),
  );
  for (const { name, type } of evaluated.classes) services.classNames.set(type, name);
  warnOfSkipped(logger, evaluated.skipped);
  warnOfHolds(logger, modules.holds);
  return { ...evaluated, modules };
}

/** Logs one line for each missing package. (spec: Errors) */
function warnOfSkipped(logger: PluginLogger, skipped: readonly SkippedClass[]): void {
  for (const [missing, classes] of Map.groupBy(skipped, (entry) => entry.missing)) {
    const names = classes.map(({ name }) => name);
    logger.warn(`The npm package ${missing} is missing on this host; skipped: ${names.join(', ')}`, {
      missing,
      classes: names,
    });
  }
}

function warnOfHolds(logger: PluginLogger, holds: readonly ModuleHold[]): void {
  for (const { module, durationMs } of holds) {
    logger.warn(`${module} blocked the event loop for ${durationMs} ms during its evaluation`, {
      module,
      durationMs,
    });
  }
}
