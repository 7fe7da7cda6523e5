/**
 * Every value that a request carries under a cookie's name: more than one where another page, of a
 * neighbouring host or path, has set the name too. (RFC 6265, 5.4)
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined || !header.includes(name)) return [];
  const values: string[] = [];
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals !== -1 && part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim());
  }
  return values;
}
