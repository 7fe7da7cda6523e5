/** JSON with a line for each value; other text as it is. */
export function readablePayload(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
