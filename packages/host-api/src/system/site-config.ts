import { Type } from 'typebox';
import { contract, nullableText, type DataOf } from '../contract/index.ts';

export const SiteConfigSchema = Type.Object({
  logo: nullableText(),
  favicon: nullableText(),
  name: nullableText(),
  nameEn: nullableText(),
  backgroundImage: nullableText(),
  description: nullableText(),
  copyright: nullableText(),
  icp: nullableText(),
  settings: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
  }),
});

export const siteConfigContracts = {
  get: contract({
    method: 'GET',
    url: '/open/:code/config',
    auth: 'public',
    summary: 'Site configuration of an application',
    schema: {
      params: Type.Object({ code: Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$' }) }),
      response: SiteConfigSchema,
    },
  }),
};

export type SiteConfig = DataOf<typeof SiteConfigSchema>;
