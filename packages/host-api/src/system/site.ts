import { Type } from 'typebox';
import { contract, Nothing, nullable, oneOf, SeenTime, Time, type DataOf } from '../contract/index.ts';
import { ConfigChangeSchema } from './settings.ts';

/** Settings of a site: the base properties of every site, and the look of the shell. */
export const SITE_FIELDS = [
  'logo',
  'favicon',
  'name',
  'nameEn',
  'backgroundImage',
  'description',
  'copyright',
  'icp',
  'accent',
  'watermark',
] as const;

export type SiteField = (typeof SITE_FIELDS)[number];

/** An address on this host, or anywhere by HTTPS. */
const Address = Type.String({ maxLength: 500, pattern: String.raw`^(/[^/\\]|https://)[^\s"'()\\<>]*$` });
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`\S` });
const changed = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));

/** Null takes a value away, so that the platform's own holds. */
export const SiteChangeSchema = Type.Object(
  {
    logo: changed(Address),
    favicon: changed(Address),
    name: changed(Text(60)),
    nameEn: changed(Text(60)),
    backgroundImage: changed(Address),
    description: changed(Text(200)),
    copyright: changed(Text(200)),
    icp: changed(Text(100)),
    accent: changed(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
    watermark: changed(oneOf('on', 'off')),
    updateTime: SeenTime,
  },
  { additionalProperties: false },
);

const Values = Type.Unsafe<Readonly<Record<SiteField, string | null>>>({
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
});

export const SiteSettingsSchema = Type.Object({
  own: Values,
  /** Value of the platform's own tenant, used where the tenant has set nothing. */
  inherited: Values,
  /** Time of the newest change; before the first one, when the tenant was created. */
  updateTime: Time,
});

const Use = oneOf('logo', 'favicon', 'backgroundImage');
const PictureSchema = Type.Object({ url: Type.String() });

export const siteContracts = {
  get: contract({
    method: 'GET',
    url: '/system/site',
    auth: 'system:config:list',
    summary: 'How the shell looks for the tenant: what it has set, and what it gets from the platform',
    schema: { response: SiteSettingsSchema },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/site',
    auth: 'system:config:edit',
    summary: 'Change how the shell looks for the tenant; null takes an own value away',
    schema: { body: SiteChangeSchema, response: Nothing },
  }),
  history: contract({
    method: 'GET',
    url: '/system/site/history',
    auth: 'system:config:query',
    summary: 'The latest 50 changes of the site, the newest first',
    schema: { response: Type.Array(ConfigChangeSchema) },
  }),
  picture: contract({
    method: 'POST',
    url: '/system/site/picture',
    auth: 'system:config:edit',
    summary: 'Upload a picture for everybody who opens the site, as the field `file` of a multipart form',
    schema: { query: Type.Object({ use: Use }), response: PictureSchema },
    consumes: 'multipart/form-data',
  }),
};

export type SiteChange = DataOf<typeof SiteChangeSchema>;
export type SiteSettings = DataOf<typeof SiteSettingsSchema>;
export type SitePicture = DataOf<typeof PictureSchema>;
export type SitePictureUse = 'logo' | 'favicon' | 'backgroundImage';
