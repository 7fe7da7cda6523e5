/**
 * Code and reason of a failed operation, which the log keeps in one text.
 *
 * @param say a text of the host in the person's language
 */
export function whyFailed(error: string, say: (text: string) => string): { code?: string; reason: string } {
  const [, code, message] = /^([A-Z][A-Z0-9_]+): (.+)$/s.exec(error) ?? [];
  const said = say(error);
  return code && message ? { code, reason: said === error ? message : said } : { reason: said };
}
