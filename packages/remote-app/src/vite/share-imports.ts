import MagicString, { type SourceMap } from 'magic-string';
import { RemoteBuildError } from './errors.ts';
import { isShared, type SharedModule } from './shared.ts';

/** Specifiers of Element Plus's styles, which the host provides. */
export const ELEMENT_PLUS_STYLE = /^element-plus\/(?:.*\/style\/|.*\/style$|.*\.s?css$|theme-chalk\/)/;

const ELEMENT_PLUS_CODE = /^element-plus\/(?:es|lib|dist)(?:\/|$)/;
const MENTIONS_SHARED = /["'](?:vue|vue-router|pinia|element-plus|axios|@platform\/remote-app)["'/]/;

interface ImportNode {
  type: string;
  start: number;
  end: number;
  source?: { type: string; value?: unknown; start: number; end: number } | null;
  specifiers?: { type: string }[];
}

export interface ShareImportsOptions {
  parse: (code: string) => unknown;
  /** Specifier that replaces a shared module. */
  standIn: (name: SharedModule) => string;
}

/**
 * Replaces the specifiers of shared modules in imports and re-exports.
 * @throws RemoteBuildError REMOTE_SHARED_BUNDLED for the default export of a file inside Element
 * Plus
 */
export function shareImports(
  code: string,
  id: string,
  { parse, standIn }: ShareImportsOptions,
): { code: string; map: SourceMap } | undefined {
  if (!MENTIONS_SHARED.test(code)) return undefined;
  const rewritten = new MagicString(code);
  for (const node of importsIn(parse(code))) {
    const specifier = node.source?.value;
    if (typeof specifier !== 'string' || !node.source) continue;
    const name = sharedNameOf(specifier);
    if (!name) continue;
    if (name !== specifier) refuseDefault(node, specifier, id);
    if (standIn(name) === specifier) continue;
    rewritten.overwrite(node.source.start, node.source.end, JSON.stringify(standIn(name)));
  }
  return rewritten.hasChanged()
    ? { code: rewritten.toString(), map: rewritten.generateMap({ hires: true }) }
    : undefined;
}

function sharedNameOf(specifier: string): SharedModule | undefined {
  if (isShared(specifier)) return specifier;
  return ELEMENT_PLUS_CODE.test(specifier) && !ELEMENT_PLUS_STYLE.test(specifier)
    ? 'element-plus'
    : undefined;
}

function refuseDefault(node: ImportNode, specifier: string, id: string): void {
  if (!node.specifiers?.some(({ type }) => type === 'ImportDefaultSpecifier')) return;
  throw new RemoteBuildError(
    'REMOTE_SHARED_BUNDLED',
    `${id} imports the default export of ${specifier}, which is inside a package that the host shares`,
    'Import by name from the package: `import { ElTable } from "element-plus"`.',
  );
}

function* importsIn(node: unknown): Generator<ImportNode> {
  if (Array.isArray(node)) {
    for (const item of node) yield* importsIn(item);
  } else if (typeof node === 'object' && node !== null) {
    const { type } = node as ImportNode;
    if (
      typeof type === 'string' &&
      /^(Import(Declaration|Expression)|Export(Named|All)Declaration)$/.test(type)
    )
      yield node as ImportNode;
    yield* importsIn(Object.values(node));
  }
}
