/**
 * Moves the focus to the page after a panel has closed, unless it has a place already: the
 * control that opened the panel may be gone, and keyboard users would continue from the top of the
 * document.
 */
export function keepFocus(): void {
  // The content of the panel is removed first, and returns the focus where it can.
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector('main')?.focus({ preventScroll: true });
  });
}
