import { reasonOf } from '../../kernel/index.ts';
import { Value } from 'typebox/value';
import { LoadRefusal, refuseIf, type LoadFinding } from '../contract/load-finding.ts';
import { importKind, packageOf } from '../imports/import-kind.ts';
import { packageSegment } from '../imports/package-segment.ts';
import { hostPackages } from '../imports/provided-modules.ts';
import { importForbidden, importWithoutPermission } from '../imports/import-findings.ts';
import { pluginIndexSchema, type PluginIndex } from './plugin-index.ts';
import type { PluginJar } from '../contract/plugin-jar.ts';

const REBUILD = 'Package the application again with the packager of this platform.';

const invalid = (message: string): LoadFinding => ({ code: 'PLUGIN_JAR_INVALID', message, fix: REBUILD });

/**
 * Checks a jar before any of its code runs. (spec: D1, D4; design 9.4-18, 9.4-19)
 *
 * @returns its index
 * @throws LoadRefusal with every problem of the index, bundled platform class and forbidden import
 */
export function verifyJar(appCode: string, jar: PluginJar): PluginIndex {
  const index = readIndex(jar);
  const findings: LoadFinding[] = [];
  if (index.code !== appCode) {
    findings.push(invalid(`${jar.fileName} belongs to application ${index.code}, not to ${appCode}.`));
  }
  const root = `cn/platform/${packageSegment(index.code)}/`;
  for (const { file } of index.modules) {
    if (!file.startsWith(root)) findings.push(invalid(`Module ${file} is outside ${root}.`));
    else if (!jar.has(file))
      findings.push(invalid(`The index contains the module ${file}, but the jar does not.`));
  }
  findings.push(...bundledPlatformPackages(jar));
  refuseIf([...findings, ...forbiddenImports(index)]);
  return index;
}

/**
 * Finds packages inside the jar that belong to the platform, the host or a sibling. (spec: D1, D4)
 */
function bundledPlatformPackages(jar: PluginJar): LoadFinding[] {
  return jar.entries('lib/').flatMap((entry): LoadFinding[] => {
    const name = packageOf(entry.slice('lib/'.length).replace(/\.js$/, ''));
    if (!hostPackages.has(name) && !/^@(platform|plugins)\//.test(name)) return [];
    return [
      {
        code: 'PLUGIN_PLATFORM_CLASS_BUNDLED',
        message: `${jar.fileName} contains ${entry}: the classes of ${name} would exist twice.`,
        fix: `Move ${name} from dependencies to peerDependencies, and package again.`,
      },
    ];
  });
}

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
