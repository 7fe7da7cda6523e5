const MB = 1024 * 1024;

/** Limits of a package, in bytes unless stated otherwise (spec: Limits; design 4.3). */
export const LIMITS = {
  packageSize: 200 * MB,
  manifestSize: 1 * MB,
  signatureSize: 8 * MB,
  /** Limit for `frontend/remote.json` and `META-INF/plugin.json`. */
  descriptionSize: 4 * MB,
  /** Limit for the frontend's entry. Parsing it takes about forty times its size. */
  entrySize: 2 * MB,
  /** Limit for a mapper XML or a migration script. */
  sourceSize: 8 * MB,
  /** Limit for all modules that the application wrote itself, which are parsed in turn. */
  modulesSize: 32 * MB,
  /** Limit for all mapper XML of a jar, since fragments are included across files. */
  mapperSize: 16 * MB,
  unpackedSize: 1024 * MB,
  /** Ratio of unpacked to packed size, for the whole and for each entry above 1 MB. */
  ratio: 200,
  ratioFrom: 1 * MB,
  entries: 20_000,
  /** UTF-8 bytes of an entry's path. */
  nameLength: 1024,
  /** UTF-8 bytes of a path segment. */
  segmentLength: 255,
} as const;

export const inMegabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;
