/**
 * Value of `Content-Disposition` for a name that may hold anything: in ASCII for old clients, and whole as RFC 8187 wants it.
 *
 * @param kind `inline` where browsers may show it, else it is saved
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const whole = name.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, '');
  const ascii = whole.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(whole).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
