import { describe, expect, it } from 'vitest';
import { checkContent } from './check-content.ts';

const found = (head: string | Buffer, endsAsZip = false): string[] =>
  checkContent({
    name: 'a.png',
    head: typeof head === 'string' ? Buffer.from(head, 'latin1') : head,
    endsAsZip,
  }).map(({ code, message }) => `${code} ${/is (.*), which/.exec(message)?.[1]}`);
const bytes = (hexadecimal: string): Buffer => Buffer.from(`${hexadecimal}00ff`, 'hex');
const at = (offset: number, text: string): string => '\0'.repeat(offset) + text;

describe('the content of a file, whatever its name', () => {
  it.each<[string, string | Buffer]>([
    ['a Windows program', 'MZ\x90\0'],
    ['a Windows program', 'MZ text and\nat last\0'],
    ['an ELF program', '\x7fELF'],
    ...['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe'].map((magic): [string, Buffer] => [
      'a Mach-O program',
      bytes(magic),
    ]),
    ['Java byte code', bytes('cafebabe')],
    ['Android byte code', 'dex\n035\0'],
    ['a Windows shortcut', bytes('4c0000000114020000000000c0')],
    ['a Windows installer or an Office document', bytes('d0cf11e0a1b11ae1')],
    ['a script', '#!/bin/sh'],
    ['a script', '\xef\xbb\xbf#!/bin/sh'],
    ['a PHP page', '<?php echo 1'],
    ['a PHP page', '\xef\xbb\xbf \n<?PHP'],
    ['a PHP page', '<?= 1'],
    ['a JSP page', '\n<%@ page'],
  ])('may not be %s: %j', (what, head) => expect(found(head)).toEqual([`CONTENT_EXECUTABLE ${what}`]));

  it.each<[string, string | Buffer]>([
    ['a ZIP archive', 'PK\x03\x04'],
    ['a ZIP archive', 'PK\x05\x06'],
    ['a ZIP archive', 'PK\x07\x08'],
    ['a gzip archive', bytes('1f8b')],
    ['a compressed file', bytes('1f9d')],
    ['a bzip2 archive', 'BZh91AY&SY'],
    ['an xz archive', bytes('fd377a585a00')],
    ['an lzip archive', 'LZIP'],
    ['an LZ4 archive', bytes('04224d18')],
    ['a Zstandard archive', bytes('28b52ffd')],
    ['a 7z archive', bytes('377abcaf271c')],
    ['a RAR archive', 'Rar!\x1a\x07'],
    ['a cabinet archive', 'MSCF\0\0\0\0'],
    ['an ar archive', '!<arch>\n'],
    ['an RPM package', bytes('edabeedb')],
    ['a xar archive', 'xar!\0\x1c'],
    ['a cpio archive', '070701000000'],
    ['a cpio archive', '070707000000'],
    ['a tar archive', at(257, 'ustar')],
  ])('may not be %s: %j', (what, head) => expect(found(head)).toEqual([`CONTENT_ARCHIVE ${what}`]));

  it('may not be a ZIP archive behind other data', () => {
    expect(found('\x89PNG', true)).toEqual(['CONTENT_ARCHIVE a ZIP archive behind other data']);
  });

  it.each([
    [
      '',
      '\x89PNG\r\n',
      'MZ is how a text may begin',
      ' #!/bin/sh',
      'x<?php',
      '<? php',
      'PK',
      'PK\x03',
      'LZI',
    ],
    [
      'dex\n035',
      'BZh01AY&SY',
      'BZh91AY&SX',
      '070703000000',
      '07070100000',
      at(256, 'ustar'),
      at(258, 'ustar'),
    ],
  ])('may begin with %j, %j or %j', (...heads) => {
    for (const head of heads) expect(found(head), head).toEqual([]);
  });
});
