/** Order of two `x.y.z` versions: negative, zero or positive (spec: V1). */
export const compareVersions = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
