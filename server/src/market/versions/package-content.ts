import { Type, type Static } from '../../kernel/index.ts';

/** What a plan needs to know of a package, without the package. */
export const packageContentSchema = Type.Object({
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
  signature: Type.Union([Type.String(), Type.Null()]),
  /** The application's own icon, a picture of the package; missing of what was saved before icons were kept. */
  icon: Type.Optional(Type.Union([Type.Object({ type: Type.String(), base64: Type.String() }), Type.Null()])),
  /** What the inspector noted besides the signature, which is judged anew each time. */
  warnings: Type.Array(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      entry: Type.Optional(Type.String()),
      fix: Type.Optional(Type.String()),
    }),
  ),
});

export type PackageContent = Static<typeof packageContentSchema>;
