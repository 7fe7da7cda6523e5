import { crc32, deflateRawSync } from 'node:zlib';
import { bytesOf, extraField } from '../raw-zip.ts';
import type { HostilePackage } from './hostile-package.ts';

const ENTRY = 'frontend/index.js';
const STREAMED = 0x0808;

/** An entry that was written as a stream: its sizes follow it, in 4 or 8 bytes each. */
const streamed =
  (bytes: 4 | 8, announced: boolean, signature = true): NonNullable<HostilePackage['entries']> =>
  (entries) =>
    entries.map((entry) => {
      if (entry.name !== ENTRY) return entry;
      const content = Buffer.from(entry.content ?? '');
      const extra = announced ? extraField(1, bytesOf([8, 0], [8, 0])) : Buffer.alloc(0);
      const trailer = Buffer.concat([
        signature ? bytesOf([4, 0x08074b50]) : Buffer.alloc(0),
        bytesOf([4, crc32(content)], [bytes, deflateRawSync(content).length], [bytes, content.length]),
      ]);
      return { ...entry, flags: STREAMED, local: { crc: 0, size: 0, packedSize: 0, extra }, trailer };
    });

interface End64 {
  readonly stated?: number;
  readonly disk?: number;
  readonly directoryDisk?: number;
  readonly here?: number;
  readonly more?: Buffer;
  readonly locatorDisk?: number;
  readonly disks?: number;
}

/** Entries of the good package, which the 64-bit end record counts. */
const COUNT = 6;

const endingWith = (lie: End64): Pick<HostilePackage, 'archive'> => ({
  archive: {
    count: 0xffff,
    records: (start, size) =>
      Buffer.concat([
        bytesOf([4, 0x06064b50], [8, lie.stated ?? 44], [2, 45], [2, 45]),
        bytesOf([4, lie.disk ?? 0], [4, lie.directoryDisk ?? 0]),
        bytesOf([8, lie.here ?? COUNT], [8, COUNT], [8, size], [8, start]),
        lie.more ?? Buffer.alloc(0),
        bytesOf([4, 0x07064b50], [4, lie.locatorDisk ?? 0], [8, start + size], [4, lie.disks ?? 1]),
      ]),
  },
});

/** 64-bit sizes that some readers take and others leave (findings: packages 1 and 2). */
export const ZIP64: readonly HostilePackage[] = [
  { name: 'descriptor-of-64-bits-without-field', code: 'ZIP_HEADERS_DISAGREE', entries: streamed(8, false) },
  {
    name: 'descriptor-of-64-bits-without-field-and-signature',
    code: 'ZIP_HEADERS_DISAGREE',
    entries: streamed(8, false, false),
  },
  { name: 'descriptor-of-32-bits-beside-a-field', code: 'ZIP_HEADERS_DISAGREE', entries: streamed(4, true) },
  ...Object.entries<End64>({
    'states-a-larger-size': { stated: 45 },
    'states-a-smaller-size': { stated: 0 },
    'states-a-huge-size': { stated: Number.MAX_SAFE_INTEGER },
    'has-more-than-it-states': { more: Buffer.from('hidden!') },
    'has-an-extensible-part': { stated: 51, more: Buffer.from('hidden!') },
    'lies-on-a-second-disk': { disk: 1 },
    'has-its-directory-on-a-second-disk': { directoryDisk: 1 },
    'counts-in-two-ways': { here: 1 },
  }).map(([name, lie]) => ({ name: `zip64-end-${name}`, code: 'ZIP64_DISHONEST', ...endingWith(lie) })),
  { name: 'zip64-locator-of-two-disks', code: 'ZIP_MULTI_DISK', ...endingWith({ disks: 2 }) },
  { name: 'zip64-locator-of-no-disk', code: 'ZIP_MULTI_DISK', ...endingWith({ disks: 0 }) },
  { name: 'zip64-locator-on-a-second-disk', code: 'ZIP_MULTI_DISK', ...endingWith({ locatorDisk: 1 }) },
];

/** The same without a lie. */
export const HONEST_ZIP64: ReadonlyArray<Pick<HostilePackage, 'archive' | 'entries'>> = [
  endingWith({}),
  { entries: streamed(8, true) },
  { entries: streamed(8, true, false) },
  { entries: streamed(4, false) },
];
