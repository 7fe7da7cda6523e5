const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The keys of the frame as the person's keyboard names them. */
export const shortcuts = {
  palette: isMac ? '⌘ K' : 'Ctrl K',
  undo: isMac ? '⌘ Z' : 'Ctrl Z',
  help: '?',
} as const;
