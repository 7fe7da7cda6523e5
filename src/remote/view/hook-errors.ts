/** How an error in a view is shown, by the place it was thrown at (design 9.6-34, 9.7-53). */
export type Severity = 'page' | 'notice' | 'log';

/** Vue passes texts in development, and `…#runtime-<code>` in production. */
const RENDERING = new Set(['setup function', 'render function', '0', '1']);
const MOUNTING = new Set([
  ...[
    'beforeCreate hook',
    'created hook',
    'beforeMount hook',
    'mounted hook',
    'component update',
    'scheduler flush',
    'async component loader',
  ],
  ...['bc', 'c', 'bm', 'm', '15', '14', '13'],
]);
const LEAVING = new Set(['beforeUnmount hook', 'unmounted hook', 'bum', 'um']);

/**
 * @param info third argument of `onErrorCaptured`
 * @param mounted whether the view has been mounted
 */
export function severityOf(info: string, mounted: boolean): Severity {
  const place = info.split('#runtime-').pop() ?? info;
  if (RENDERING.has(place)) return 'page';
  if (LEAVING.has(place)) return 'log';
  return !mounted && MOUNTING.has(place) ? 'page' : 'notice';
}
