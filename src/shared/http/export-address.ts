/**
 * Address of a whole list as a file that the server writes; the browser sends the session's cookie.
 *
 * @param path of the list, such as `/system/user`
 */
export const exportAddress =
  (path: string) =>
  (query: Readonly<Record<string, unknown>>): string => {
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return `/prod-api${path}/export?${new URLSearchParams(entries).toString()}`;
  };
