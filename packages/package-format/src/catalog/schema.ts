import Type, { type Static } from 'typebox';

/** A language, or language and region: `zh`, `zh-CN`. */
export const LANGUAGE_PATTERN = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

/** Checked by type only, since a newer publisher may know further states. */
const signatureState = Type.Unsafe<'signed' | 'unsigned' | 'invalid' | 'unverifiable'>({ type: 'string' });
const text = Type.Union([Type.String(), Type.Null()]);

const inLanguages = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.String(), { description }));

/** Name and description of an application in other languages. Absent at earlier hosts. */
export const appTextsSchema = Type.Object({
  names: inLanguages('The name in other languages, as the application ships it'),
  descriptions: inLanguages('The description in other languages, as the application ships it'),
});

/** A listed application, with the data that decides where its latest version can run. */
export const catalogAppSchema = Type.Object({
  appCode: Type.String(),
  name: Type.String(),
  ...appTextsSchema.properties,
  description: text,
  icon: text,
  category: text,
  author: text,
  homepage: text,
  latestVersion: Type.String(),
  /** Value of the latest version. */
  releaseTime: Type.Optional(text),
  signatureState,
  /** From the manifest of the latest version. */
  platform: text,
  dependencies: Type.Record(Type.String(), Type.String()),
  shared: Type.Optional(Type.Record(Type.String(), Type.String())),
  runtimeApi: Type.Optional(Type.String()),
});

/** An available version: 1 published, 3 deprecated. */
export const catalogVersionSchema = Type.Object({
  version: Type.String(),
  status: Type.Union([Type.Literal(1), Type.Literal(3)]),
  releaseTime: text,
  releaseNotes: text,
  deprecateReason: text,
  packageSize: Type.Integer({ minimum: 1 }),
  packageMd5: Type.String(),
  packageSha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Result at the publisher. The installing host verifies again. */
  signatureState,
  signerKeyId: text,
  /** `app.json`, byte for byte as in the package. */
  manifestJson: Type.String(),
});

/** `index.json` of a catalog in a folder: all responses of a publisher in one file. (design 4.5) */
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

export type AppTexts = Static<typeof appTextsSchema>;
export type CatalogApp = Static<typeof catalogAppSchema>;
export type CatalogVersion = Static<typeof catalogVersionSchema>;
export type CatalogIndex = Static<typeof catalogIndexSchema>;
