/** An accent in one theme: as a surface below white text, and as text. */
export interface Shades {
  readonly accent: string;
  readonly text: string;
}

/** An accent in both themes. */
export interface SiteShades {
  readonly light: Shades;
  readonly dark: Shades;
}
