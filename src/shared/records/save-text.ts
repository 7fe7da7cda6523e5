/** Has the browser save a text as a file. */
export function saveText(text: string, name: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * Has the browser save what an address answers, with its own progress.
 *
 * @param name default: as the answer names it
 */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
