import { Type } from 'typebox';
import { nullableText, type DataOf } from '../contract/index.ts';

/** The content of a package that a plan needs, so that it need not be fetched. */
export const PackageContentSchema = Type.Object({
  files: Type.Array(
    Type.Object({
      name: Type.String(),
      /** Bytes, unpacked. */
      size: Type.Integer({ minimum: 0 }),
      sha256: Type.String(),
    }),
  ),
  /** Migration scripts by file name. */
  scripts: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
  /** Text of `signature.txt`; null where the package has none. */
  signature: nullableText(),
  /** The application's own icon, a picture of the package; absent in older records. */
  icon: Type.Optional(Type.Union([Type.Object({ type: Type.String(), base64: Type.String() }), Type.Null()])),
  /** Remarks of the inspector. The signature is checked again each time. */
  warnings: Type.Array(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      entry: Type.Optional(Type.String()),
      fix: Type.Optional(Type.String()),
    }),
  ),
});

export type PackageContent = DataOf<typeof PackageContentSchema>;
