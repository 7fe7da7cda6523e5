/** The shell's look, as a picture needs it: values instead of CSS variables (design 8.1). */
export interface Look {
  readonly font: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  /** In the order of use. */
  readonly palette: readonly string[];
  /** Nothing moves. */
  readonly still: boolean;
}

/** Reads the look that holds at `element` now. */
export function readLook(element: Element, still: boolean): Look {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    font: style.fontFamily,
    text: token('--text'),
    muted: token('--text-muted'),
    line: token('--line'),
    surface: token('--surface'),
    palette: ['--accent-text', '--good', '--warn', '--bad', '--text-faint'].map(token),
    still,
  };
}
