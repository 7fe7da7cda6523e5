import { RemoteBuildError } from './errors.ts';
import type { RemoteProject } from './project.ts';
import { isNode, nodesOf, type AstNode } from './syntax-tree.ts';

/**
 * Reads the keys of the object literal `views` of a program; undefined if there is none, or if a
 * key is computed or spread.
 */
export function viewKeysOf(program: unknown): string[] | undefined {
  const literal = findViews(program);
  if (!literal) return undefined;
  const keys: string[] = [];
  for (const property of literal['properties'] as AstNode[]) {
    const key = keyOf(property);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys;
}

function findViews(program: unknown): AstNode | undefined {
  for (const node of nodesOf(program)) {
    const { value } = node;
    const isViews = node.type === 'Property' && keyOf(node) === 'views';
    if (isViews && isNode(value) && value.type === 'ObjectExpression') return value;
  }
  return undefined;
}

function keyOf(property: AstNode): string | undefined {
  const key = property['key'];
  if (property.type !== 'Property' || property['computed'] === true || !isNode(key)) return undefined;
  if (key.type === 'Identifier') return key['name'] as string;
  return key.type === 'Literal' ? String(key['value']) : undefined;
}

/**
 * Compares the view keys of code and manifest (spec: "view keys in app.json must match").
 * @throws RemoteBuildError REMOTE_VIEWS_UNKNOWN, REMOTE_VIEWS_MISMATCH
 */
export function settleViews(project: RemoteProject, found: string[] | undefined): string[] {
  const views = project.statedViews ? [...project.statedViews] : found;
  if (!views) {
    throw new RemoteBuildError(
      'REMOTE_VIEWS_UNKNOWN',
      'the view keys cannot be read from src/index.ts',
      'Write `views` as an object literal with plain keys, or list them in defineRemoteApp({ views: […] }).',
    );
  }
  if (!project.menuViews) return views;
  const withoutView = project.menuViews.filter((key) => !views.includes(key));
  const withoutMenu = views.filter((key) => !project.menuViews?.includes(key));
  if (withoutView.length + withoutMenu.length === 0) return views;
  const parts = [
    withoutView.length ? `app.json names ${withoutView.join(', ')}, which src/index.ts does not export` : '',
    withoutMenu.length
      ? `src/index.ts exports ${withoutMenu.join(', ')}, which no menu of app.json names`
      : '',
  ];
  throw new RemoteBuildError(
    'REMOTE_VIEWS_MISMATCH',
    parts.filter(Boolean).join('; '),
    `Menu components are remote:${project.code}/<viewKey>; a page without a menu entry is a menu with "visible": false.`,
  );
}
