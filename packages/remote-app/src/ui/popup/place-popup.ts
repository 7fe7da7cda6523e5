export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Where a popup of a size goes: below its anchor, above where there is more room, always inside
 * the window. CSS pixels.
 */
export function placePopup(
  anchor: Box,
  size: { width: number; height: number },
  window: { width: number; height: number },
  align: 'start' | 'end' | 'side',
): { left: number; top: number } {
  const gap = 4;
  const edge = 8;
  if (align === 'side') {
    return {
      left: Math.max(edge, Math.min(anchor.right + gap, window.width - size.width - edge)),
      top: Math.max(edge, Math.min(anchor.top, window.height - size.height - edge)),
    };
  }
  const wished = align === 'end' ? anchor.right - size.width : anchor.left;
  const below = anchor.bottom + gap;
  const fits = below + size.height + edge <= window.height;
  const above = anchor.top - gap - size.height;
  return {
    left: Math.max(edge, Math.min(wished, window.width - size.width - edge)),
    top: Math.max(edge, Math.min(fits || above < edge ? below : above, window.height - size.height - edge)),
  };
}
