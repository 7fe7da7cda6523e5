import type { ViewLoader, ViewSource } from '@platform/remote-app';
import { isVNode, type Component } from 'vue';
import { RemoteError } from '../errors.ts';
import { diagnose } from './diagnosis.ts';
import type { RemoteViews } from './install.ts';

/** @throws RemoteError REMOTE_VIEW_MISSING */
export function viewOf(app: string, views: RemoteViews, key: string): ViewSource {
  const source = Object.hasOwn(views, key) ? views[key] : undefined;
  if (source !== undefined) return source;
  const known = Object.keys(views).join(', ') || 'none';
  throw new RemoteError({
    code: 'REMOTE_VIEW_MISSING',
    stage: 'view',
    app,
    message: `"${app}" has no view "${key}"; its views are: ${known}`,
  });
}

/**
 * Resolves the component of a view and loads its chunk if it has one (design 9.6-30).
 * @throws RemoteError REMOTE_CHUNK_FAILED, REMOTE_VIEW_INVALID
 */
export async function resolveView(
  app: string,
  source: ViewSource,
  fetchAddress: typeof fetch,
): Promise<Component> {
  const loaded = await loadChunk(app, source, fetchAddress);
  const component = isModule(loaded) ? loaded.default : loaded;
  const message = problemOf(component);
  if (message === undefined) return component;
  throw new RemoteError({ code: 'REMOTE_VIEW_INVALID', stage: 'view', app, message });
}

/** A view that starts to load at install is a promise already. */
async function loadChunk(
  app: string,
  source: ViewSource,
  fetchAddress: typeof fetch,
): Promise<Component | { default: Component }> {
  try {
    return await (typeof source === 'function' ? (source as ViewLoader)() : source);
  } catch (thrown) {
    throw await diagnose({ thrown, code: 'REMOTE_CHUNK_FAILED', stage: 'chunk', app }, fetchAddress);
  }
}

function problemOf(view: unknown): string | undefined {
  if (isVNode(view)) return 'the view is a functional component: wrap it in defineView';
  if (typeof view !== 'function' && (typeof view !== 'object' || view === null))
    return 'the view is neither a component nor a module that exports one as its default';
  const { template, render } = view as { template?: unknown; render?: unknown };
  // The shell has no template compiler, which would need a policy with `unsafe-eval`.
  if (typeof template === 'string' && typeof render !== 'function')
    return 'the view has a template that is not compiled: build it, or use a render function';
  return undefined;
}

function isModule(value: unknown): value is { default: Component } {
  return typeof value === 'object' && value !== null && 'default' in value;
}
