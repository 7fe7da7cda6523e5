import { codeOf, parseJson, type Check, type CheckFinding, type CheckedProject } from './finding.ts';
import { lineAt } from './program.ts';

export interface Menu {
  readonly key?: string;
  readonly component?: unknown;
  readonly children?: readonly Menu[];
}

/** Scripts that each frontend project must have (spec: Frontend project layout). */
const SCRIPTS = ['build', 'watch', 'typecheck', 'clean'];

/**
 * The naming rule (spec: Frontend project layout): the four names agree, and menus refer to
 * existing views.
 */
export const checkNames: Check = (project) => [
  ...packageJson(project),
  ...viteConfig(project),
  ...entryFile(project),
  ...manifest(project),
];

const packageJson: Check = (project) => {
  const file = 'package.json';
  const json = parseJson(project.sources.get(file));
  const findings: CheckFinding[] = [];
  const expected = `@plugins/${codeOf(project)}-app`;
  if (!project.folder.endsWith('-app')) {
    const message = `The folder is called "${project.folder}".`;
    findings.push({
      code: 'CHECK_FOLDER_NAME',
      severity: 'error',
      message,
      fix: `Call it ${codeOf(project)}-app.`,
    });
  }
  if (json?.['name'] !== expected) {
    const message = `The package is called ${JSON.stringify(json?.['name'])}.`;
    findings.push({
      code: 'CHECK_PACKAGE_NAME',
      severity: 'error',
      file,
      message,
      fix: `Call it ${expected}.`,
    });
  }
  const scripts = (json?.['scripts'] ?? {}) as Record<string, unknown>;
  const missing = SCRIPTS.filter((name) => typeof scripts[name] !== 'string');
  if (missing.length > 0) {
    const message = `There is no script ${missing.join(', ')}.`;
    findings.push({
      code: 'CHECK_SCRIPT_MISSING',
      severity: 'error',
      file,
      message,
      fix: 'Take it from the sample.',
    });
  }
  return findings;
};

const viteConfig: Check = (project) => {
  const file = 'vite.config.ts';
  const text = project.sources.get(file) ?? '';
  const stated = /\bappCode:\s*(["'`])(.*?)\1/.exec(text);
  const fix = `Write defineRemoteApp({ appCode: '${codeOf(project)}', root: import.meta.dirname }).`;
  if (!stated) {
    const message = 'There is no defineRemoteApp({ appCode }) to be read.';
    return [{ code: 'CHECK_APP_CODE_MISSING', severity: 'error', file, message, fix }];
  }
  if (stated[2] === codeOf(project)) return [];
  const message = `appCode is "${stated[2]}".`;
  return [
    { code: 'CHECK_APP_CODE', severity: 'error', file, line: lineAt(text, stated.index), message, fix },
  ];
};

const entryFile: Check = ({ sources }) => {
  const file = 'src/index.ts';
  const text = sources.get(file);
  const fix = 'Default-export defineApp({ views }) from it.';
  if (text !== undefined && /\bexport\s+default\b|\bas\s+default\b/.test(text)) return [];
  const message = text === undefined ? 'There is no entry.' : 'The entry has no default export.';
  return [{ code: 'CHECK_INSTALL_MISSING', severity: 'error', file, message, fix }];
};

const manifest: Check = (project) => {
  const file = `../../plugins/platform-${codeOf(project)}/app.json`;
  const text = project.manifest;
  if (text === undefined) {
    const message = 'There is no manifest, so that nothing opens the views.';
    const fix = 'Make one; npm run create-app shows how.';
    return [{ code: 'CHECK_MANIFEST_MISSING', severity: 'error', file, message, fix }];
  }
  const json = parseJson(text);
  if (!json) {
    const message = 'The manifest is no valid JSON.';
    return [{ code: 'CHECK_MANIFEST_INVALID', severity: 'error', file, message, fix: 'Correct it.' }];
  }
  const findings: CheckFinding[] = [];
  if (json['code'] !== codeOf(project)) {
    const message = `"code" is ${JSON.stringify(json['code'])}.`;
    const fix = `Write "code": "${codeOf(project)}".`;
    findings.push({
      code: 'CHECK_MANIFEST_CODE',
      severity: 'error',
      file,
      line: lineOf(text, '"code"'),
      message,
      fix,
    });
  }
  const assets = json['assets'] as { frontend?: unknown } | undefined;
  if (typeof assets?.frontend !== 'string') {
    const message = 'assets.frontend is missing, so that the frontend would not be released.';
    const fix = 'Write "assets": { "frontend": "frontend/index.js" }.';
    findings.push({ code: 'CHECK_ASSET_UNDECLARED', severity: 'error', file, message, fix });
  }
  return [...findings, ...menuViews(project, file, text, (json['menus'] ?? []) as readonly Menu[])];
};

function menuViews(
  project: CheckedProject,
  file: string,
  text: string,
  menus: readonly Menu[],
): CheckFinding[] {
  const prefix = `remote:${codeOf(project)}/`;
  const views = parseJson(project.built.get('remote.json'))?.['views'] as string[] | undefined;
  const components = pagesOf(menus);
  const findings = components.flatMap((component): CheckFinding[] => {
    const line = lineOf(text, JSON.stringify(component));
    if (!component.startsWith(prefix) || component === prefix) {
      const message = `The menu component "${component}" is not of the form ${prefix}<viewKey>.`;
      return [{ code: 'CHECK_COMPONENT_FORM', severity: 'error', file, line, message, fix: 'Correct it.' }];
    }
    const key = component.slice(prefix.length);
    if (!views || views.includes(key)) return [];
    const message = `A menu opens the view "${key}"; the build exports ${views.join(', ') || 'none'}.`;
    const fix = `Export the view "${key}" from src/index.ts, or correct the component.`;
    return [{ code: 'CHECK_VIEW_MISSING', severity: 'error', file, line, message, fix }];
  });
  const unused = (views ?? []).filter((key) => !components.includes(prefix + key));
  return [
    ...findings,
    ...unused.map((key): CheckFinding => {
      const message = `No menu opens the view "${key}".`;
      const fix = 'Add a menu, with "visible": false where it shall not be seen, or remove the view.';
      return { code: 'CHECK_VIEW_UNUSED', severity: 'error', file, message, fix };
    }),
  ];
}

/** The components of menus and their children. */
export const pagesOf = (menus: readonly Menu[]): string[] =>
  menus.flatMap(({ component, children = [] }) => [
    ...(typeof component === 'string' ? [component] : []),
    ...pagesOf(children),
  ]);

function lineOf(text: string, part: string): number | undefined {
  const at = text.indexOf(part);
  return at < 0 ? undefined : lineAt(text, at);
}
