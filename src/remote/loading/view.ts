import type { ViewLoader, ViewSource } from '@platform/remote-app';
import type { Component } from 'vue';
import { RemoteError } from '../errors.ts';
import { diagnose } from './diagnosis.ts';
import type { RemoteViews } from './install.ts';

/** @throws RemoteError REMOTE_VIEW_MISSING */
export function viewOf(app: string, views: RemoteViews, key: string): ViewSource {
  const source = Object.hasOwn(views, key) ? views[key] : undefined;
  if (source) return source;
  const known = Object.keys(views).join(', ') || 'none';
  throw new RemoteError({
    code: 'REMOTE_VIEW_MISSING',
    stage: 'view',
    app,
    message: `${app} has no view "${key}"; its views are: ${known}`,
  });
}

/**
 * The component of a view, its chunk fetched when it has one (design 9.6-30).
 * @throws RemoteError REMOTE_CHUNK_FAILED, REMOTE_VIEW_INVALID
 */
export async function resolveView(
  app: string,
  source: ViewSource,
  fetchAddress: typeof fetch,
): Promise<Component> {
  if (typeof source !== 'function') return source;
  const loaded = await loadChunk(app, source as ViewLoader, fetchAddress);
  const component = isModule(loaded) ? loaded.default : loaded;
  if (component !== null && (typeof component === 'object' || typeof component === 'function'))
    return component;
  throw new RemoteError({
    code: 'REMOTE_VIEW_INVALID',
    stage: 'view',
    app,
    message: 'the view is neither a component nor a module whose default export is one',
  });
}

async function loadChunk(
  app: string,
  load: ViewLoader,
  fetchAddress: typeof fetch,
): Promise<Component | { default: Component }> {
  try {
    return await load();
  } catch (thrown) {
    throw await diagnose({ thrown, code: 'REMOTE_CHUNK_FAILED', stage: 'chunk', app }, fetchAddress);
  }
}

function isModule(value: unknown): value is { default: Component } {
  return typeof value === 'object' && value !== null && 'default' in value;
}
