/** Colours of a label, as Element Plus calls them; the first is none. */
export const TAG_COLOURS = ['', 'primary', 'success', 'warning', 'danger', 'info'] as const;

const tones = {
  primary: 'accent',
  success: 'good',
  warning: 'warn',
  danger: 'bad',
  info: 'muted',
} as const;

/** How a label of this colour looks in the shell; a plain word for none and for unknown ones. */
export function toneOf(listClass: string | null): 'accent' | 'good' | 'warn' | 'bad' | 'muted' | undefined {
  return listClass !== null && listClass in tones ? tones[listClass as keyof typeof tones] : undefined;
}
