/** How long what is loaded into a view may take to make it as long as it was. */
const PATIENCE_MS = 1_500;
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Notes how far what is around an element is scrolled. Returns how to scroll there again: at each frame until it is reached, a
 * moment has passed, or the person does something.
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
    const by = new AbortController();
    for (const type of BY_HAND) window.addEventListener(type, () => by.abort(), { signal: by.signal });
    const restore = (): void => {
      if (by.signal.aborted) return;
      for (const { element, top, left } of places)
        Object.assign(element, { scrollTop: top, scrollLeft: left });
      const reached = places.every(({ element, top }) => Math.abs(element.scrollTop - top) < 2);
      if (reached || performance.now() > until) by.abort();
      else requestAnimationFrame(restore);
    };
    // Vue draws before the next frame.
    requestAnimationFrame(restore);
  };
}
