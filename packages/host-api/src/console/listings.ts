import { appTextsSchema, LANGUAGE_PATTERN } from '@platform/package-format/catalog';
import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  contract,
  Nothing,
  nullableText,
  PositiveId,
  SeenTime,
  Status,
  textsByLanguage,
  Time,
  type DataOf,
} from '../contract/index.ts';

const content = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  icon: Type.Optional(Type.String({ maxLength: 200 })),
  category: Type.Optional(Type.String({ maxLength: 50 })),
  author: Type.Optional(Type.String({ maxLength: 100 })),
  homepage: Type.Optional(Type.String({ pattern: '^(https?://.*)?$', maxLength: 500 })),
};

/** The record of a published application. `status`: 0 unlisted, 1 listed. */
export const ListingSchema = Type.Object({
  appId: Type.Integer(),
  appCode: Type.String(),
  name: Type.String(),
  description: nullableText(),
  ...appTextsSchema.properties,
  icon: nullableText(),
  category: nullableText(),
  author: nullableText(),
  homepage: nullableText(),
  status: Status,
  latestVersion: nullableText(),
  updateTime: Time,
});

/** A listing with the numbers of its tenants and saved versions. */
export const CountedListingSchema = Type.Object({
  ...ListingSchema.properties,
  installs: Type.Integer(),
  versions: Type.Integer(),
});

/** Readable texts by language. */
const inLanguages = (maxLength: number) =>
  Type.Optional(
    textsByLanguage({
      description: 'Replaces the texts in all other languages: language, or language and region → text',
      language: LANGUAGE_PATTERN,
      text: { pattern: String.raw`\S`, maxLength },
    }),
  );

/** An empty text clears a field. */
export const ListingChangeSchema = Type.Object({
  ...content,
  appId: PositiveId,
  updateTime: SeenTime,
  name: Type.Optional(content.name),
  names: inLanguages(100),
  descriptions: inLanguages(2000),
});

const params = Type.Object({ appId: PositiveId });

export const listingContracts = {
  list: contract({
    method: 'GET',
    url: '/app/console/list',
    auth: 'app:console:list',
    summary: 'Applications of this publisher',
    schema: {
      query: Type.Object({
        keyword: Type.Optional(Type.String({ maxLength: 100 })),
        status: Type.Optional(Status),
      }),
      response: pageOf(CountedListingSchema),
    },
  }),
  get: contract({
    method: 'GET',
    url: '/app/console/:appId',
    auth: 'app:console:query',
    summary: 'One application of this publisher',
    schema: { params, response: ListingSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/app/console',
    auth: 'app:console:add',
    summary: 'Add an application',
    schema: {
      body: Type.Object({ appCode: Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$' }), ...content }),
      response: Type.Object({ appId: Type.Integer() }),
    },
  }),
  edit: contract({
    method: 'PUT',
    url: '/app/console',
    auth: 'app:console:edit',
    summary: "Edit an application's record",
    schema: { body: ListingChangeSchema, response: Nothing },
  }),
  status: contract({
    method: 'POST',
    url: '/app/console/:appId/status',
    auth: 'app:console:edit',
    summary: 'List (1) or unlist (0) an application',
    schema: {
      params,
      query: Type.Object({ status: Status }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/app/console/:appId',
    auth: 'app:console:remove',
    summary: 'Delete an application that nobody has installed, with its versions',
    schema: { params, response: Nothing },
  }),
};

export type Listing = DataOf<typeof ListingSchema>;
export type CountedListing = DataOf<typeof CountedListingSchema>;
export type ListingChange = DataOf<typeof ListingChangeSchema>;
