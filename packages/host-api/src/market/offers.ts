import type { AppManifest } from '@platform/package-format';
import { appTextsSchema } from '@platform/package-format/catalog';
import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { contract, nullable, nullableText, oneOf, oneOfIntegers, type DataOf } from '../contract/index.ts';
import { SignatureStateSchema, type SignatureState } from '../catalog/signature-state.ts';
import { FailedVersionSchema, MessageParamsSchema } from '../tasks/index.ts';

/** A listed application with the tenant's state. */
export const OfferSchema = Type.Object({
  appId: Type.Integer(),
  appCode: Type.String(),
  name: Type.String(),
  description: nullableText(),
  ...appTextsSchema.properties,
  icon: nullableText(),
  category: nullableText(),
  author: nullableText(),
  latestVersion: nullableText(),
  /** Signature of the latest version. */
  signatureState: Type.Unsafe<SignatureState | null>({ type: ['string', 'null'] }),
  state: oneOf('notInstalled', 'installed', 'upgradable', 'incompatible', 'disabled', 'installing', 'failed'),
  /** Why it is incompatible, or the failure. */
  reason: Type.Optional(Type.String()),
  /** Code of the error that says the same, for a translation. Absent at earlier hosts. */
  reasonCode: Type.Optional(Type.String()),
  reasonParams: Type.Optional(MessageParamsSchema),
  missing: Type.Optional(
    Type.Array(Type.Object({ appCode: Type.String(), range: Type.String(), installed: nullableText() })),
  ),
  installId: Type.Optional(Type.Integer()),
  installedVersion: Type.Optional(Type.String()),
  /** Its backend is kept out after incidents. */
  quarantined: Type.Optional(Type.Boolean()),
  /** A version that failed here; in a list only when it is the latest. */
  failed: Type.Optional(FailedVersionSchema),
});

/** A version on offer. `status`: 1 published, 3 deprecated; the installed one also 2, unlisted. */
export const OfferedVersionSchema = Type.Object({
  versionId: Type.Integer(),
  version: Type.String(),
  status: oneOfIntegers(1, 2, 3),
  releaseTime: nullableText(),
  releaseNotes: nullableText(),
  packageSize: Type.Integer(),
  signatureState: SignatureStateSchema,
  deprecateReason: nullableText(),
});

/** An application that the manifest names, as the tenant has it. */
export const NeededApplicationSchema = Type.Object({
  appCode: Type.String(),
  installedVersion: nullableText(),
  disabled: Type.Boolean(),
});

/** An application with its versions, and the manifest of the latest one. */
export const OfferDetailSchema = Type.Object({
  ...OfferSchema.properties,
  homepage: nullableText(),
  versions: Type.Array(OfferedVersionSchema),
  manifest: nullable(Type.Unsafe<AppManifest>({ type: 'object', additionalProperties: true })),
  needed: Type.Array(NeededApplicationSchema),
});

const query = Type.Object({
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  category: Type.Optional(Type.String({ maxLength: 64 })),
  show: Type.Optional(
    Type.Union([Type.Literal('installed'), Type.Literal('available'), Type.Literal('updates')]),
  ),
});

export const MarketSummarySchema = Type.Object({
  total: Type.Integer(),
  installed: Type.Integer(),
  updates: Type.Integer(),
  categories: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
});

export const marketContracts = {
  source: contract({
    method: 'GET',
    url: '/app/market/source',
    auth: 'login',
    summary: "Where the market's applications come from: a publisher's catalog, or this host",
    schema: { response: Type.Object({ catalog: nullableText() }) },
  }),
  list: contract({
    method: 'GET',
    url: '/app/market/list',
    auth: 'login',
    summary: "Listed applications with the tenant's state",
    schema: { query, response: pageOf(OfferSchema) },
  }),
  summary: contract({
    method: 'GET',
    url: '/app/market/list/summary',
    auth: 'login',
    summary: 'How many applications the market has: in all, by category, installed, and with an update',
    schema: { response: MarketSummarySchema },
  }),
  icon: contract({
    method: 'GET',
    url: '/app/market/:appCode/icon',
    auth: 'login',
    summary: "An application's own icon, of its latest version",
    schema: { params: Type.Object({ appCode: Type.String() }) },
    produces: 'image/*',
  }),
  get: contract({
    method: 'GET',
    url: '/app/market/:appCode',
    auth: 'login',
    summary: 'One application with its versions and manifest',
    schema: {
      params: Type.Object({ appCode: Type.String() }),
      response: OfferDetailSchema,
    },
  }),
};

export type Offer = DataOf<typeof OfferSchema>;
export type OfferedVersion = DataOf<typeof OfferedVersionSchema>;
export type NeededApplication = DataOf<typeof NeededApplicationSchema>;
export type OfferDetail = DataOf<typeof OfferDetailSchema>;
export type MarketSummary = DataOf<typeof MarketSummarySchema>;
