import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { contract, nullable } from '../contract/index.ts';
import { catalogAppSchema, catalogVersionSchema } from '@platform/package-format/catalog';

import { PackageContentSchema } from './package-content.ts';

const code = Type.Object({ code: Type.String() });

const ofVersion = Type.Object({ code: Type.String(), version: Type.String() });

export const catalogContracts = {
  apps: contract({
    method: 'GET',
    url: '/app/catalog/apps',
    auth: 'public',
    summary: 'Listed applications, for user editions',
    schema: {
      query: Type.Object({
        keyword: Type.Optional(Type.String({ maxLength: 100 })),
        category: Type.Optional(Type.String({ maxLength: 64 })),
      }),
      response: pageOf(catalogAppSchema),
    },
  }),
  app: contract({
    method: 'GET',
    url: '/app/catalog/apps/:code',
    auth: 'public',
    summary: 'One listed application, for user editions',
    schema: { params: code, response: catalogAppSchema },
  }),
  icon: contract({
    method: 'GET',
    url: '/app/catalog/apps/:code/icon',
    auth: 'public',
    summary: "An application's own icon, of its latest version",
    schema: { params: code },
    produces: 'image/*',
  }),
  versions: contract({
    method: 'GET',
    url: '/app/catalog/apps/:code/versions',
    auth: 'public',
    summary: 'Versions on offer, for user editions',
    schema: { params: code, response: pageOf(catalogVersionSchema) },
  }),
  content: contract({
    method: 'GET',
    url: '/app/catalog/apps/:code/versions/:version/content',
    auth: 'public',
    summary: 'Contents of a package, for the plans of user editions',
    schema: { params: ofVersion, response: nullable(PackageContentSchema) },
  }),
  package: contract({
    method: 'GET',
    url: '/app/catalog/packages/:code/:version',
    auth: 'public',
    summary: 'A package, whole or in part',
    schema: { params: ofVersion },
    produces: 'application/zip',
  }),
};
