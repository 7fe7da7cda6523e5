/**
 * Why an operation failed, without the code that the log keeps in front of the message.
 *
 * @param say a text of the host in the person's language
 */
export function whyFailed(error: string, say: (text: string) => string): string {
  const said = say(error);
  return said === error ? error.replace(/^[A-Z][A-Z0-9_]+: (?=.)/s, '') : said;
}
