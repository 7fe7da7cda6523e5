import Type, { type Static } from 'typebox';

const text = Type.Union([Type.String(), Type.Null()]);

/** A listed application, with what tells whether its latest version can run somewhere. */
export const catalogAppSchema = Type.Object({
  appCode: Type.String(),
  name: Type.String(),
  description: text,
  icon: text,
  category: text,
  author: text,
  homepage: text,
  latestVersion: Type.String(),
  /** Of the latest version. */
  releaseTime: Type.Optional(text),
  signatureState: Type.String(),
  /** Of the latest version, as its manifest says them. */
  platform: text,
  dependencies: Type.Record(Type.String(), Type.String()),
  shared: Type.Optional(Type.Record(Type.String(), Type.String())),
  runtimeApi: Type.Optional(Type.String()),
});

/** A version that is offered: 1 published, 3 deprecated. */
export const catalogVersionSchema = Type.Object({
  version: Type.String(),
  status: Type.Union([Type.Literal(1), Type.Literal(3)]),
  releaseTime: text,
  releaseNotes: text,
  deprecateReason: text,
  packageSize: Type.Integer({ minimum: 1 }),
  packageMd5: Type.String(),
  packageSha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** What the publisher found; who installs verifies by itself. */
  signatureState: Type.String(),
  signerKeyId: text,
  /** `app.json` exactly as it stands in the package. */
  manifestJson: Type.String(),
});

/** `index.json` of a catalog in a folder: what a publisher answers, put down in one file. (design 4.5) */
export const catalogIndexSchema = Type.Object({
  formatVersion: Type.Literal(1),
  exportedAt: Type.String(),
  apps: Type.Array(
    Type.Object({
      ...catalogAppSchema.properties,
      versions: Type.Array(
        Type.Object({
          ...catalogVersionSchema.properties,
          /** Path of the package within the folder. */
          file: Type.String(),
        }),
      ),
    }),
  ),
});

export type CatalogApp = Static<typeof catalogAppSchema>;
export type CatalogVersion = Static<typeof catalogVersionSchema>;
export type CatalogIndex = Static<typeof catalogIndexSchema>;
