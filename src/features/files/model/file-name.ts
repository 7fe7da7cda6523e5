/** Whether a file may have the name: no path, and no control characters. */
export const isFileName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\\\p{Cc}]/u.test(name);
