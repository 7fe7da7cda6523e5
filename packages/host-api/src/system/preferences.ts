import { Type, type TSchema } from 'typebox';
import { contract, Nothing, oneOf, text, type DataOf } from '../contract/index.ts';

const keys = (maxItems: number) => Type.Array(text(190), { maxItems });

const byName = <T extends TSchema>(schema: T) => Type.Record(Type.String(), schema, { maxProperties: 500 });

/** A list narrowed and ordered, under a name. */
export const SavedViewSchema = Type.Object({
  name: text(60),
  filters: Type.Record(
    Type.String({ maxLength: 64 }),
    Type.Union([text(500), Type.Number(), Type.Boolean()]),
  ),
  sort: Type.Optional(Type.Object({ column: text(64), direction: oneOf('asc', 'desc') })),
});

/** Cards of a page in the person's order: those that are hidden, and those of the second column. */
export const CardLayoutSchema = Type.Object({
  order: keys(100),
  hidden: keys(100),
  side: Type.Optional(keys(100)),
});

/** Notices of a source that the bell counts: all, warnings and errors, or none. (design 15.7) */
export const BellLevelSchema = oneOf('all', 'important', 'none');

/** Preferences of a person in every browser; absent ones were not chosen. (design 15.3) */
export const UserPreferencesSchema = Type.Object(
  {
    theme: Type.Optional(oneOf('system', 'light', 'dark')),
    /** Name of an accent; an unknown one is not used. */
    accent: Type.Optional(text(20)),
    locale: Type.Optional(text(10)),
    /** Where the menu stands on a wide screen. */
    menuPlace: Type.Optional(oneOf('side', 'top')),
    /** Minutes without a key or pointer until the shell locks; 0 never. */
    lockAfter: Type.Optional(Type.Integer({ minimum: 0, maximum: 480 })),
    favourites: Type.Optional(keys(200)),
    /** Paths of the tabs that stay open, in their order. */
    pinnedTabs: Type.Optional(Type.Array(text(500), { maxItems: 50 })),
    density: Type.Optional(oneOf('comfortable', 'default', 'compact')),
    hiddenColumns: Type.Optional(byName(keys(100))),
    pageSizes: Type.Optional(byName(Type.Integer({ minimum: 1, maximum: 1000 }))),
    views: Type.Optional(byName(Type.Array(SavedViewSchema, { maxItems: 20 }))),
    cards: Type.Optional(byName(CardLayoutSchema)),
    /** By the code of an application, or `platform`; absent ones are `all`. */
    bell: Type.Optional(byName(BellLevelSchema)),
    firstStepsDone: Type.Optional(Type.Boolean()),
    /** IANA name; empty for the browser's. */
    timeZone: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]*$' })),
  },
  { additionalProperties: false },
);

export const preferenceContracts = {
  edit: contract({
    method: 'PUT',
    url: '/system/user/preferences',
    auth: 'login',
    ofPerson: true,
    summary: 'Replace those members of the own preferences that the body has',
    schema: { body: UserPreferencesSchema, response: Nothing },
  }),
};

export type BellLevel = DataOf<typeof BellLevelSchema>;
export type SavedView = DataOf<typeof SavedViewSchema>;
export type CardLayout = DataOf<typeof CardLayoutSchema>;
export type UserPreferences = DataOf<typeof UserPreferencesSchema>;
