/** Milliseconds in which the content may reach its previous height. */
const PATIENCE_MS = 1_500;
const USER_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Records the scroll positions of an element's ancestors.
 * @returns restores them in each frame until they are reached, 1.5 s have passed, or the user acts
 */
export function keepScroll(root: HTMLElement | null): () => void {
  const places: Array<{ element: Element; top: number; left: number }> = [];
  for (let element = root?.parentElement; element; element = element.parentElement) {
    const { scrollTop: top, scrollLeft: left } = element;
    if (top > 0 || left > 0) places.push({ element, top, left });
  }
  return () => {
    if (places.length === 0) return;
    const until = performance.now() + PATIENCE_MS;
    const stopped = new AbortController();
    for (const type of USER_EVENTS)
      window.addEventListener(type, () => stopped.abort(), { signal: stopped.signal });
    const restore = (): void => {
      if (stopped.signal.aborted) return;
      for (const { element, top, left } of places)
        Object.assign(element, { scrollTop: top, scrollLeft: left });
      const reached = places.every(({ element, top }) => Math.abs(element.scrollTop - top) < 2);
      if (reached || performance.now() > until) stopped.abort();
      else requestAnimationFrame(restore);
    };
    // Vue renders before the next frame.
    requestAnimationFrame(restore);
  };
}
