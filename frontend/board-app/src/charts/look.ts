/** The shell's theme as values instead of CSS variables, which canvases need (design 8.1). */
export interface Look {
  readonly font: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
  /** Series colours in order of use. */
  readonly palette: readonly string[];
  /** Whether animations are disabled. */
  readonly still: boolean;
}

/** Reads the current theme at `element`. */
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
