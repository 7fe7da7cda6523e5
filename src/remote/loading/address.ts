/** Which of several tries an address is for. */
export interface Try {
  /** Tries of the entry file itself. */
  retry?: number;
  /** Reloads of the remote with all its chunks. */
  reload?: number;
}

/**
 * The address of an entry for one more try. A failed entry is asked for under another query; a failed chunk is loaded anew
 * with its remote under another base path, `/remote-apps/<code>/~<n>/…`, which the server strips (design 9.7-49): the browser
 * remembers modules, failed ones too, by address.
 */
export function entryAddress(entry: string, { retry = 0, reload = 0 }: Try): string {
  const [path = '', query = ''] = entry.split('?', 2);
  const based = reload > 0 ? path.replace(/[^/]*$/, (file) => `~${reload}/${file}`) : path;
  const parameters = [query, retry > 0 ? `retry=${retry}` : ''].filter(Boolean).join('&');
  return parameters ? `${based}?${parameters}` : based;
}

/** The address of the folder that an entry lies in, with a slash at its end. */
export function folderOf(entry: string, origin: string): string {
  return new URL('.', new URL(entry, origin)).href;
}
