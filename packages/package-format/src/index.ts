export { PackageFormatError, type PackageFormatErrorInit } from './errors.ts';
export { ZipArchive } from './zip/zip-archive.ts';
export { writeZip, type PackedContent, type ZipInput } from './zip/write-zip.ts';
export type { ZipEntry } from './zip/records.ts';
