/** The failures so far, which the next address differs by. */
export interface Try {
  /** Failures of the entry file itself. */
  retry?: number;
  /** Reloads of the application with all its chunks. */
  reload?: number;
}

/**
 * The entry's address for the next try. Browsers cache modules by address, failed ones too. A
 * failed entry is therefore fetched with another query, and a failed chunk from another base path,
 * `/remote-apps/<code>/~<n>/…`, which the server strips (design 9.7-49).
 */
export function entryAddress(entry: string, { retry = 0, reload = 0 }: Try): string {
  const [path = '', query = ''] = entry.split('?', 2);
  const based = reload > 0 ? path.replace(/[^/]*$/, (file) => `~${reload}/${file}`) : path;
  const parameters = [query, retry > 0 ? `retry=${retry}` : ''].filter(Boolean).join('&');
  return parameters ? `${based}?${parameters}` : based;
}

/** The folder of an entry, with a trailing slash. */
export function folderOf(entry: string, origin: string): string {
  return new URL('.', new URL(entry, origin)).href;
}
