/**
 * Reads the text of a file that a spreadsheet has saved: UTF-8, UTF-16 with a byte order mark, or
 * else the encoding of Chinese Windows, which its Excel writes CSV files in. Undefined for a file
 * that is no text, as a workbook or a picture.
 */
export async function readText(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) return undefined;
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The bytes are no text in this encoding.
    }
  }
  return undefined;
}
