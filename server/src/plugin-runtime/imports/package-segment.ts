/** Package segment of an application code; hyphens become `_`. (design 9.1-9) */
export const packageSegment = (code: string): string => code.replaceAll('-', '_');
