import semver from 'semver';
import type { Finding } from '../finding.ts';
import { found } from './check-schema.ts';
import { walkMenus } from './check-menus.ts';
import { HIDDEN_CHARACTER } from './hidden-characters.ts';
import { isReserved } from './reserved-names.ts';
import { CODE_PATTERN, type AppManifest } from './schema.ts';

const CODE = new RegExp(CODE_PATTERN);

const finding = (
  severity: Finding['severity'],
  code: string,
  pointer: string,
  message: string,
  fix: string,
): Finding => {
  return { code, severity, entry: 'app.json', pointer, message: `${pointer}: ${message}`, fix };
};

/** Expected file name of a backend jar (spec: V1). */
export const jarName = (code: string, version: string): string => `platform-${code}-plugin-${version}.jar`;

/** Checks rules across fields and rules beyond patterns. */
export function checkFields(manifest: AppManifest, reserved: readonly string[]): Finding[] {
  return [
    ...checkCode(manifest, reserved),
    ...checkTexts(manifest),
    ...checkHomepage(manifest),
    ...checkAssets(manifest),
    ...checkRanges(manifest),
    ...checkDependencies(manifest),
  ];
}

function checkCode({ code }: AppManifest, reserved: readonly string[]): Finding[] {
  if (!isReserved(code, reserved)) return [];
  const message = `"${code}" is the first segment of a path of the host.`;
  return [finding('error', 'MANIFEST_CODE_RESERVED', '/code', message, 'Choose another code.')];
}

/** More combining marks than any script uses: they would cover adjacent lines. */
const PILE = /\p{M}{8}/u;

/** The text in each language with its place. */
const inLanguages = (pointer: string, texts: Readonly<Record<string, string>> = {}) =>
  Object.entries(texts).map(([language, text]) => [`${pointer}/${language}`, text] as const);

/** Lines of a text are shown. */
const onOneLine = (text: string): string => text.replace(/[\n\r\t]/g, ' ');

/** Displayed texts must not contain hidden characters. */
function checkTexts(manifest: AppManifest): Finding[] {
  const texts: Array<readonly [pointer: string, text: string | undefined]> = [
    ...(['name', 'author', 'category', 'homepage'] as const).map(
      (field) => [`/${field}`, manifest[field]] as const,
    ),
    ...inLanguages('/names', manifest.names),
    ['/description', manifest.description && onOneLine(manifest.description)],
    ...inLanguages('/descriptions', manifest.descriptions).map(
      ([pointer, text]) => [pointer, onOneLine(text)] as const,
    ),
    ...[...walkMenus(manifest.menus ?? [])].flatMap(({ node, pointer }) => [
      [`${pointer}/name`, node.name] as const,
      ...inLanguages(`${pointer}/names`, node.names),
    ]),
  ];
  return texts.flatMap(([pointer, text]) => {
    if (text !== undefined && text !== '' && (text.trim() === '' || PILE.test(text))) {
      const message = 'the text is blank, or stacks marks on a letter.';
      return [finding('error', 'MANIFEST_TEXT_HIDDEN', pointer, message, 'Write readable text.')];
    }
    const character = text && HIDDEN_CHARACTER.exec(text)?.[0];
    if (!character) return [];
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    const message = `the character U+${code} is invisible, or changes the direction of the text.`;
    return [finding('error', 'MANIFEST_TEXT_HIDDEN', pointer, message, 'Remove the character.')];
  });
}

/** People follow this link, so its target must be visible. */
function checkHomepage({ homepage }: AppManifest): Finding[] {
  const address = homepage === undefined || /\s/.test(homepage) ? null : URL.parse(homepage);
  if (homepage === undefined || (address && address.username === '' && address.password === '')) return [];
  const message = `found ${found(homepage)}, expected an address without spaces, user and password.`;
  return [
    finding(
      'error',
      'MANIFEST_INVALID',
      '/homepage',
      message,
      'Use an https:// address, or remove the field.',
    ),
  ];
}

function checkAssets({ code, version, assets: { backend, frontend } }: AppManifest): Finding[] {
  const findings: Finding[] = [];
  const expected = `backend/${jarName(code, version)}`;
  if (backend !== undefined && backend !== expected) {
    const message = `found "${backend}", expected "${expected}".`;
    const fix = 'Correct it, or remove it: the packager derives it.';
    findings.push(finding('error', 'ASSET_BACKEND_NAME', '/assets/backend', message, fix));
  }
  if (frontend !== undefined && !frontend.includes('/')) {
    const message = `"${frontend}" names no folder, so no frontend file would be installed and the entry would return 404.`;
    findings.push(
      finding('warning', 'ASSET_FRONTEND_FOLDER', '/assets/frontend', message, `Write frontend/${frontend}.`),
    );
  } else if (frontend !== undefined && !frontend.startsWith('frontend/')) {
    const message = `"${frontend}" is not in frontend/.`;
    findings.push(
      finding('error', 'ASSET_FRONTEND_PATH', '/assets/frontend', message, 'Write frontend/index.js.'),
    );
  }
  return findings;
}

function checkRanges(manifest: AppManifest): Finding[] {
  const named = (field: 'dependencies' | 'optionalDependencies' | 'shared') =>
    Object.entries(manifest[field] ?? {}).map(
      ([name, range]) => [`/${field}/${name.replaceAll('/', '~1')}`, range] as const,
    );
  const single = (['platform', 'runtimeApi'] as const).flatMap((field) => {
    const range = manifest[field];
    return range === undefined ? [] : [[`/${field}`, range] as const];
  });
  return [...single, ...named('dependencies'), ...named('optionalDependencies'), ...named('shared')]
    .filter(([, range]) => semver.validRange(range) === null)
    .map(([pointer, range]) =>
      finding(
        'error',
        'MANIFEST_RANGE_INVALID',
        pointer,
        `found ${found(range)}, expected a version range such as ^1.0.0.`,
        'Correct the range.',
      ),
    );
}

function checkDependencies({ code, dependencies = {}, optionalDependencies = {} }: AppManifest): Finding[] {
  const itself = [dependencies, optionalDependencies].some((group) => Object.hasOwn(group, code));
  const both = Object.keys(dependencies).filter((name) => Object.hasOwn(optionalDependencies, name));
  const groups = { dependencies, optionalDependencies };
  const odd = Object.entries(groups).flatMap(([field, group]) =>
    Object.keys(group)
      .filter((name) => !CODE.test(name))
      .map((name) => [`/${field}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, name] as const),
  );
  return [
    ...odd.map(([pointer, name]) =>
      finding(
        'error',
        'MANIFEST_CODE_INVALID',
        pointer,
        `${found(name)} is not an application code.`,
        'Correct the code.',
      ),
    ),
    ...(itself
      ? [
          finding(
            'error',
            'DEPENDENCY_ON_ITSELF',
            '/dependencies',
            `"${code}" depends on itself.`,
            'Remove this dependency.',
          ),
        ]
      : []),
    ...both.map((name) =>
      finding(
        'error',
        'DEPENDENCY_TWICE',
        `/optionalDependencies/${name}`,
        `"${name}" is both required and optional.`,
        'Keep one of the two.',
      ),
    ),
  ];
}
