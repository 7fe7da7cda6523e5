const MB = 1024 * 1024;

/** Bounds of a package, in bytes unless said otherwise (spec: Limits; design 4.3). */
export const LIMITS = {
  packageSize: 200 * MB,
  manifestSize: 1 * MB,
  signatureSize: 8 * MB,
  /** `frontend/remote.json`, `META-INF/plugin.json`. */
  descriptionSize: 4 * MB,
  /** The frontend's entry: it is parsed, which takes some forty times its size. */
  entrySize: 2 * MB,
  /** A mapper XML, a migration script. */
  sourceSize: 8 * MB,
  /** All modules of a jar that the application wrote itself: they are parsed, one after the other. */
  modulesSize: 32 * MB,
  /** All mapper XML of a jar: fragments are followed from file to file. */
  mapperSize: 16 * MB,
  unpackedSize: 1024 * MB,
  /** Unpacked to packed, for the whole and for each entry of more than 1 MB. */
  ratio: 200,
  ratioFrom: 1 * MB,
  entries: 20_000,
  /** UTF-8 bytes of an entry's path. */
  nameLength: 1024,
  /** UTF-8 bytes of one segment of it. */
  segmentLength: 255,
} as const;

export const inMegabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;
