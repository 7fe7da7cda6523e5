/**
 * Value of `Content-Disposition` for any file name: in ASCII for old clients, complete by RFC 8187.
 *
 * @param kind `inline` lets browsers show the file, `attachment` makes them save it
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
