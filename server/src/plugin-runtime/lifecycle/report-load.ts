import type { PlatformError } from '../../kernel/index.ts';
import { parseJarName } from '../active-plugins/jar-name.ts';
import { jarFileName, type JarSource } from '../contract/plugin-jar.ts';
import type { LoadFailure, LoadReport, LoadStage } from '../contract/load-report.ts';
import type { Loaded } from './application-change.ts';
import type { LoadStages } from '../loading/load-stages.ts';

/** @param retired resolves to the unload report of the replaced version */
export function loadReport(
  { loaded, rebuilt, replaced }: Loaded,
  stages: LoadStages,
  durationMs: number,
  retired: LoadReport['retired'],
): LoadReport {
  const { appCode, version, jar } = loaded;
  const { container, routes, skipped, moduleHolds } = loaded.parts;
  const components = container.beans.length;
  return {
    appCode,
    version,
    jar,
    components,
    routes: routes.length,
    skipped,
    holds: moduleHolds,
    note: `application loaded with ${components} components and ${routes.length} routes`,
    durationMs: Math.round(durationMs * 10) / 10,
    stages: stages.timings,
    replacedVersion: replaced?.version,
    retired,
    rebuilt: rebuilt.map((application) => application.appCode),
  };
}

export function loadFailure(error: PlatformError, stage: LoadStage, jar: JarSource): LoadFailure {
  return {
    version: parseJarName(jarFileName(jar))?.version,
    stage,
    code: error.code,
    message: error.message,
    fix: error.fix,
    place: (error.details as { readonly place?: string } | undefined)?.place,
    at: new Date().toISOString(),
  };
}
