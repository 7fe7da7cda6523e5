/** JSON with a line for each value. Text that is not JSON, or was cut, stays as it is. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
