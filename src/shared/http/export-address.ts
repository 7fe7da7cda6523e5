/**
 * Address of a whole list as a file that the server writes, in the language of the shell; the
 * browser sends the session's cookie.
 *
 * @param path of the list, such as `/system/user`
 */
export const exportAddress =
  (path: string) =>
  (query: Readonly<Record<string, unknown>>): string => {
    const { lang } = document.documentElement;
    // The page is in no region until the shell has chosen its language.
    const asked = lang.includes('-') ? { ...query, locale: lang } : query;
    const entries = Object.entries(asked).map(([name, value]) => [name, String(value)]);
    return `/prod-api${path}/export?${new URLSearchParams(entries).toString()}`;
  };
