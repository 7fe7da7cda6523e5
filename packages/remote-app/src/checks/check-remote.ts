import { gzipSync } from 'node:zlib';
import { isShared } from '../vite/shared.ts';
import { DEFAULT_BUDGET, kilobytes, type SizeBudget } from '../vite/size-budget.ts';
import { isNode, nodesOf, type AstNode } from '../vite/syntax-tree.ts';
import { builtPath, codeOf, parseJson, type Check, type CheckFinding } from './finding.ts';
import { checkNames } from './name-rules.ts';
import { parseProgram, syntaxProblem } from './program.ts';

/** File types that the host's inspector allows in a frontend (design 4.3). */
const EXTENSIONS =
  /\.(js|mjs|css|html|json|txt|md|svg|png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|wasm|mp3|mp4|webm|ogg|wav|pdf|webmanifest|csv)$/i;
const COPYLEFT = /\b(A?GPL|SSPL)\b/i;

/**
 * `check:remote` (spec: L10; design 5.4): the build is complete, the four names agree, view keys
 * and menus match, nothing leaks, and sizes and licences are within limits.
 */
export const checkRemote: Check = (project) => [
  ...checkNames(project),
  ...build(project),
  ...files(project),
  ...sizes(project),
  ...licences(project),
];

const build: Check = (project) => {
  const entry = project.built.get('index.js');
  const rebuild = `Run npm run build -w @plugins/${project.folder}.`;
  if (entry === undefined) {
    const message = `There is no build: ${builtPath(project, 'index.js')} does not exist.`;
    return [{ code: 'CHECK_BUILD_MISSING', severity: 'error', message, fix: rebuild }];
  }
  return [
    ...staleBuild(project),
    ...entryFindings(builtPath(project, 'index.js'), entry),
    ...description(project),
  ];
};

/** An outdated build proves nothing about the sources. */
export const staleBuild: Check = (project) => {
  if (!project.built.has('remote.json') || project.changedAt <= project.builtAt) return [];
  const message = 'A source is newer than the build: it was not built since, or the build failed.';
  const fix = `Run npm run build -w @plugins/${project.folder}.`;
  return [{ code: 'CHECK_BUILD_STALE', severity: 'error', message, fix }];
};

function entryFindings(file: string, text: string): CheckFinding[] {
  const fix = 'Build it with defineRemoteApp.';
  let program: AstNode;
  try {
    program = parseProgram(text, 'js');
  } catch (error) {
    const message = `The entry is no module: ${syntaxProblem(error, text).reason}`;
    return [{ code: 'CHECK_ENTRY_INVALID', severity: 'error', file, message, fix }];
  }
  const names = new Set(exportedNames(program));
  if (names.has('install') || names.has('default')) return [];
  const missing = ['init', 'get'].filter((name) => !names.has(name));
  if (missing.length > 0) {
    const message = `The entry does not export ${missing.join(' and ')}, nor install, nor a default.`;
    return [{ code: 'CHECK_ENTRY_EXPORTS', severity: 'error', file, message, fix }];
  }
  if (/["'`]\.\/install["'`]/.test(text)) return [];
  const message = 'The container does not expose ./install.';
  return [{ code: 'CHECK_EXPOSE_MISSING', severity: 'error', file, message, fix }];
}

function* exportedNames(program: AstNode): Generator<string> {
  for (const node of program['body'] as AstNode[]) {
    if (node.type === 'ExportDefaultDeclaration') yield 'default';
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const part of nodesOf(node)) {
      const { exported, id } = part as unknown as { exported?: AstNode; id?: AstNode };
      if (part.type === 'ExportSpecifier' && exported) yield String(exported['name']);
      if (/^(FunctionDeclaration|VariableDeclarator)$/.test(part.type) && id) yield String(id['name']);
    }
  }
}

const description: Check = (project) => {
  const text = project.built.get('remote.json');
  const file = builtPath(project, 'remote.json');
  const fix = 'Build with defineRemoteApp, which writes it.';
  if (text === undefined) {
    const message = 'The build does not describe itself, so that view keys and versions cannot be verified.';
    return [{ code: 'CHECK_DESCRIPTION_MISSING', severity: 'error', file, message, fix }];
  }
  const { code, views } = parseJson(text) ?? {};
  if (typeof code !== 'string' || !Array.isArray(views)) {
    const message = 'remote.json does not name code and views.';
    return [{ code: 'CHECK_DESCRIPTION_INVALID', severity: 'error', file, message, fix }];
  }
  if (code === codeOf(project)) return [];
  const message = `The build is that of "${code}".`;
  return [
    { code: 'CHECK_DESCRIPTION_CODE', severity: 'error', file, message, fix: 'Build this application.' },
  ];
};

const files: Check = (project) =>
  [...project.built].flatMap(([name, text]): CheckFinding[] => {
    const file = builtPath(project, name);
    const error = (code: string, message: string, fix: string): CheckFinding => {
      return { code, severity: 'error', file, message, fix };
    };
    if (name.endsWith('.map') || /\/[/*]# sourceMappingURL=/.test(text))
      return [error('CHECK_SOURCE_MAP', 'A source map would be published.', 'Leave build.sourcemap off.')];
    if (/\.(tsx?|vue)$/.test(name) || /(["'`(])(file:\/\/|\/home\/|\/Users\/|[A-Z]:\\\\)/.test(text))
      return [
        error(
          'CHECK_SOURCE_LEAK',
          'A source, or a path of the machine it was built on, would be published.',
          'Import files instead of naming their place; keep sources out of public/.',
        ),
      ];
    if (!EXTENSIONS.test(name))
      return [
        error('CHECK_FILE_EXTENSION', 'The host accepts no file of this kind.', 'Leave it out of public/.'),
      ];
    return /\.m?js$/.test(name) ? missingChunks(project.built, name, file, text) : [];
  });

function missingChunks(
  built: ReadonlyMap<string, string>,
  name: string,
  file: string,
  text: string,
): CheckFinding[] {
  let program: AstNode;
  try {
    program = parseProgram(text, 'js');
  } catch {
    if (name === 'index.js') return [];
    const fix = 'Build again; do not put a file of your own in its place.';
    return [
      { code: 'CHECK_CHUNK_INVALID', severity: 'error', file, message: 'The file is not an ES module.', fix },
    ];
  }
  return [...nodesOf(program)].flatMap((node): CheckFinding[] => {
    if (!/^(Import(Declaration|Expression)|Export(Named|All)Declaration)$/.test(node.type)) return [];
    const specifier = isNode(node['source']) ? node['source']['value'] : undefined;
    if (typeof specifier !== 'string') return [];
    const target = specifier.replace(/^\.\//, '');
    const fix = 'Build again.';
    if (specifier.startsWith('./') && !built.has(target)) {
      const message = `It imports ${specifier}, which is not in the build.`;
      return [{ code: 'CHECK_CHUNK_MISSING', severity: 'error', file, message, fix }];
    }
    if (/^[@\w]/.test(specifier) && !/^\w+:/.test(specifier) && !isShared(specifier)) {
      const message = `It imports "${specifier}" by name, which a browser cannot resolve.`;
      return [
        {
          code: 'CHECK_IMPORT_BARE',
          severity: 'error',
          file,
          message,
          fix: `Put ${specifier} into dependencies, and build with defineRemoteApp.`,
        },
      ];
    }
    return [];
  });
}

const sizes: Check = (project) => {
  const compressed = [...project.built].map(([name, text]) => [name, gzipSync(text).length] as const);
  const entry = compressed.find(([name]) => name === 'index.js')?.[1] ?? 0;
  const total = compressed.reduce((sum, [, size]) => sum + size, 0);
  const findings: CheckFinding[] = [];
  const { budget: stated } = parseJson(project.built.get('remote.json')) ?? {};
  const budget: SizeBudget = { ...DEFAULT_BUDGET, ...(stated as Partial<SizeBudget> | undefined) };
  if (entry > budget.entry) {
    const message = `The entry has ${kilobytes(entry)} compressed; ${kilobytes(budget.entry)} are planned.`;
    const fix = 'Import views by () => import(…), so that each is a chunk of its own.';
    findings.push({
      code: 'CHECK_ENTRY_SIZE',
      severity: 'warning',
      file: builtPath(project, 'index.js'),
      message,
      fix,
    });
  }
  if (total > budget.total) {
    const message = `The build has ${kilobytes(total)} compressed; ${kilobytes(budget.total)} are planned.`;
    const fix = 'Look at sizes in remote.json; import libraries by part, and pictures as WebP or SVG.';
    findings.push({ code: 'CHECK_TOTAL_SIZE', severity: 'warning', message, fix });
  }
  return findings;
};

const licences: Check = ({ licences: known }) =>
  [...known].flatMap(([name, licence]): CheckFinding[] => {
    if (licence !== undefined && !COPYLEFT.test(licence)) return [];
    const message = licence
      ? `${name}, which is bundled, is under ${licence}: its terms extend to what it is bundled with.`
      : `${name}, which is bundled, states no licence.`;
    const fix = 'Make sure that you may ship it, or use another library.';
    return [
      {
        code: licence ? 'CHECK_LICENCE_COPYLEFT' : 'CHECK_LICENCE_UNKNOWN',
        severity: 'warning',
        file: 'package.json',
        message,
        fix,
      },
    ];
  });
