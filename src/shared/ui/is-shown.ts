/** Panels of Element Plus and pages behind another tab stay in the document. */
export const isShown = (element: Element): boolean =>
  element.isConnected && (element.checkVisibility?.() ?? true);
