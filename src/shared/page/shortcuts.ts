const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The keys of the frame as the person's keyboard names them. */
export const shortcuts = {
  palette: isMac ? '⌘ K' : 'Ctrl K',
  undo: isMac ? '⌘ Z' : 'Ctrl Z',
  help: '?',
  favourite: isMac ? '⌥ ⇧ S' : 'Alt Shift S',
  link: isMac ? '⌥ ⇧ C' : 'Alt Shift C',
  full: isMac ? '⌥ ⇧ F' : 'Alt Shift F',
  lock: isMac ? '⌥ ⇧ L' : 'Alt Shift L',
  moveTab: isMac ? '⌥ ← →' : 'Alt ← →',
} as const;
