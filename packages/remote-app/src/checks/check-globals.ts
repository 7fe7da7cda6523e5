import semver from 'semver';
import { SHARED_MODULES } from '../vite/shared.ts';
import { staleBuild } from './check-remote.ts';
import { ruleBreaks, sourceBreaks } from './code-rules.ts';
import { builtPath, parseJson, type Check, type CheckFinding } from './finding.ts';
import { lineAt, parseProgram, partsOf, syntaxProblem } from './program.ts';
import { checkStyles } from './style-rules.ts';

/** Texts that occur only in a shared package and survive minification. */
const FINGERPRINTS: Readonly<Record<string, RegExp>> = {
  vue: /__v_isReactive|__v_isVNode/,
  'vue-router': /navigation guard|"router-view"|RouterView/,
  pinia: /\(🍍\)|__pinia/,
  'element-plus': /el-table__header-wrapper|el-overlay-dialog/,
  axios: /AxiosError|ERR_BAD_OPTION_VALUE/,
};
/** Files of the container, which use window by design (design 5.1). */
const CONTAINER = /^index\.js$|^_virtual___federation/;

/**
 * `check:globals` (spec: L10; design 5.4): no shared module is bundled, the host's versions
 * suffice, and the code leaves page globals alone.
 */
export const checkGlobals: Check = (project) => [
  ...staleBuild(project),
  ...bundledModules(project),
  ...sharedVersions(project),
  ...sourceFiles(project),
  ...builtCode(project),
];

const bundledModules: Check = (project) =>
  scriptsOf(project.built).flatMap(([name, text]) =>
    Object.entries(FINGERPRINTS)
      .filter(([, mark]) => mark.test(text))
      .map(([module]): CheckFinding => {
        const message = `${module} is bundled, although the host shares it: there would be two of it.`;
        const fix = `Import from "${module}" itself, and build with defineRemoteApp.`;
        return {
          code: 'CHECK_SHARED_BUNDLED',
          severity: 'error',
          file: builtPath(project, name),
          message,
          fix,
        };
      }),
  );

const sharedVersions: Check = (project) => {
  const description = parseJson(project.built.get('remote.json'));
  if (!description) return [];
  const file = builtPath(project, 'remote.json');
  const ranges = Object.entries((description['shared'] ?? {}) as Record<string, string>);
  const findings = ranges.flatMap(([name, range]): CheckFinding[] => {
    if (!(SHARED_MODULES as readonly string[]).includes(name)) {
      const message = `${name} is expected of the host, which does not share it.`;
      const fix = `Put ${name} into dependencies, so that it is bundled.`;
      return [{ code: 'CHECK_SHARED_UNKNOWN', severity: 'error', file, message, fix }];
    }
    const version = project.shared[name];
    if (version === undefined || semver.satisfies(version, range, { includePrerelease: true })) return [];
    const message = `${name} ${range} is required, but the host has ${version}.`;
    const fix = 'Correct the range in peerDependencies, and build again.';
    return [{ code: 'CHECK_SHARED_RANGE', severity: 'error', file, message, fix }];
  });
  const api = description['runtimeApi'];
  if (typeof api === 'string' && !semver.satisfies(project.runtimeApi, api)) {
    const message = `Runtime API ${api} is required, but the host has ${project.runtimeApi}.`;
    const fix = 'Build with the host’s version of @platform/remote-app.';
    findings.push({ code: 'CHECK_RUNTIME_RANGE', severity: 'error', file, message, fix });
  }
  return findings;
};

const sourceFiles: Check = ({ sources }) =>
  [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('src/')) return [];
    const { scripts, styles } = partsOf(file, text);
    const inScripts = scripts.flatMap((script): CheckFinding[] => {
      try {
        return sourceBreaks(parseProgram(script, 'ts'), script).map((found) => ({ ...found, file }));
      } catch (error) {
        const { reason, line } = syntaxProblem(error, script);
        const message = `The file cannot be parsed: ${reason}`;
        return [{ code: 'CHECK_SOURCE_INVALID', severity: 'error', file, line, message, fix: 'Correct it.' }];
      }
    });
    const inStyles = styles.flatMap(({ css, scoped }) => checkStyles(file, css, scoped));
    return [...inScripts, ...inStyles, ...absoluteAddresses(file, text)];
  });

function absoluteAddresses(file: string, text: string): CheckFinding[] {
  return [...text.matchAll(/\burl\(\s*["']?\/(?!\/)|\bsrc="\/(?!\/)|["'`]\/remote-apps\//g)].map((match) => ({
    code: 'CHECK_ASSET_ABSOLUTE',
    severity: 'error',
    file,
    line: lineAt(text, match.index),
    message: 'A file is addressed from the root of the site, where the application’s files are not.',
    fix: 'Import the file, or use runtime.asset(path) for one of public/.',
  }));
}

/** Vite's chunk preloading appends links to the head in every build. */
const NOT_IN_BUILDS = 'CHECK_BODY_WRITE';

/**
 * Rules for built libraries, which have no sources here; the application's own code is checked by
 * line.
 */
const builtCode: Check = (project) => {
  const own = new Set(sourceFiles(project).map(({ code }) => code));
  const bundled = new Map<string, CheckFinding>();
  for (const [name, text] of scriptsOf(project.built)) {
    if (CONTAINER.test(name)) continue;
    try {
      for (const { code, severity, message, fix } of ruleBreaks(parseProgram(text, 'js'), text)) {
        if (severity === 'error' && code !== NOT_IN_BUILDS && !own.has(code))
          bundled.set(code, { code, severity: 'warning', file: builtPath(project, name), message, fix });
      }
    } catch {
      // Files that are not modules are findings of check:remote.
    }
  }
  return [...bundled.values()];
};

const scriptsOf = (built: ReadonlyMap<string, string>): Array<[string, string]> =>
  [...built].filter(([name]) => /\.m?js$/.test(name));
