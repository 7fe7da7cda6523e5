import { reasonOf } from '../../kernel/index.ts';
import { Value } from 'typebox/value';
import { LoadRefusal, refuseIf, type LoadFinding } from '../lifecycle/finding.ts';
import { importKind, packageOf } from '../modules/import-kind.ts';
import { hostPackages } from '../modules/provided.ts';
import { importForbidden, importWithoutPermission } from './import-findings.ts';
import { pluginIndexSchema, type PluginIndex } from './plugin-index.ts';
import type { PluginJar } from './read-jar.ts';

const REBUILD = 'Package the application again with the packager of this platform.';

const invalid = (message: string): LoadFinding => ({ code: 'PLUGIN_JAR_INVALID', message, fix: REBUILD });

/**
 * Checks a jar before any of its code runs: the index, the application's code, the modules that the index names,
 * platform classes inside the jar (spec: D1, D4), and every import that is forbidden. (design 9.4-18, 9.4-19)
 */
export function verifyJar(appCode: string, jar: PluginJar): PluginIndex {
  const index = readIndex(jar);
  const findings: LoadFinding[] = [];
  if (index.code !== appCode) {
    findings.push(invalid(`${jar.fileName} belongs to application ${index.code}, not to ${appCode}.`));
  }
  const root = `cn/platform/${packageSegment(index.code)}/`;
  for (const { file } of index.modules) {
    if (!file.startsWith(root)) findings.push(invalid(`Module ${file} lies outside ${root}.`));
    else if (!jar.has(file))
      findings.push(invalid(`Module ${file} is named in the index but is not in the jar.`));
  }
  findings.push(...bundledTwice(jar));
  refuseIf([...findings, ...forbiddenImports(index)]);
  return index;
}

/** Packages of the platform, of siblings, and of what the host provides, inside the jar. (spec: D1, D4) */
function bundledTwice(jar: PluginJar): LoadFinding[] {
  return jar.entries('lib/').flatMap((entry): LoadFinding[] => {
    const name = packageOf(entry.slice('lib/'.length).replace(/\.js$/, ''));
    if (!hostPackages.has(name) && !/^@(platform|plugins)\//.test(name)) return [];
    return [
      {
        code: 'PLUGIN_PLATFORM_CLASS_BUNDLED',
        message: `${jar.fileName} contains ${entry}: the classes of ${name} would exist twice.`,
        fix: `List ${name} in peerDependencies, not in dependencies, and package again.`,
      },
    ];
  });
}

/** Package segment of an application code; hyphens become `_`. (design 9.1-9) */
export const packageSegment = (code: string): string => code.replaceAll('-', '_');

function readIndex(jar: PluginJar): PluginIndex {
  const text = jar.text('META-INF/plugin.json');
  if (text === undefined) throw new LoadRefusal([invalid(`${jar.fileName} has no META-INF/plugin.json.`)]);
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch (error) {
    throw new LoadRefusal([
      invalid(`META-INF/plugin.json of ${jar.fileName} is not JSON: ${reasonOf(error)}`),
    ]);
  }
  if (Value.Check(pluginIndexSchema, index)) return index;
  const [error] = Value.Errors(pluginIndexSchema, index);
  throw new LoadRefusal([
    invalid(
      `META-INF/plugin.json of ${jar.fileName}: ${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}.`,
    ),
  ]);
}

function forbiddenImports({ modules, permissions = {} }: PluginIndex): LoadFinding[] {
  return modules.flatMap(({ file, source, requires }) =>
    requires.flatMap((specifier): LoadFinding[] => {
      const kind = importKind(specifier, file);
      if (kind.kind === 'forbidden') return [importForbidden(source, specifier, kind.reason)];
      if (kind.kind !== 'builtin' || kind.permission === undefined) return [];
      return permissions[kind.permission] === undefined
        ? [importWithoutPermission(source, specifier, kind.permission)]
        : [];
    }),
  );
}
