/** A span of time as text: `500ms`, `30s`, `5m`, `2h`, `1d`. (design 9.4-23) */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;
