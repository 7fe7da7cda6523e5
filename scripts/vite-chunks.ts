import type { Rolldown } from 'vite';

// Numbers of pages and lazy parts that use a module: nearly all, many, or about those with a list.
const MOST = 50;
const MANY = 28;
const LISTS = 18;

const LIBRARY = /[\\/]node_modules[\\/]/;
const OWN = /^(?!.*[\\/]node_modules[\\/])/;
/** Parts that the login page has in common with others. */
const OF_LOGIN = /export-helper|[\\/](?:BrandMark|SubmitButton|use-action|use-loaded)\./;
/** Parts that the frame around the pages has in common with them. */
const OF_FRAME = new RegExp(
  [
    String.raw`[\\/](?:AppIcon|ElementPlusScope|PersonFace)\.vue`,
    String.raw`[\\/](?:copy|is-typed|use-delayed|use-named-icon|use-unsaved-input)\.ts`,
    String.raw`[\\/]ui[\\/]popup[\\/]`,
    String.raw`[\\/]src[\\/]shared[\\/](?:menus|page)[\\/]`,
  ].join('|'),
);
/** Parts that pages without a list have, too. None of them needs the controls of a form. */
const OF_PAGES = new RegExp(
  [
    String.raw`[\\/]ui[\\/](?:page|services|state|text)[\\/]`,
    String.raw`[\\/]ui[\\/]list[\\/](?:EmptyState|RowActions|split-actions)\.`,
    String.raw`[\\/]src[\\/]shared[\\/]ui[\\/](?:state|StateTag)\.`,
  ].join('|'),
);

/**
 * Modules that are used together become one file, where the builder gives each shared module a file
 * of its own. A module belongs to the first group that takes it: what others are built on comes
 * first, or they would take it with them.
 */
const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'vendor', tags: ['$initial'], test: LIBRARY },
    { name: 'start', tags: ['$initial'] },
    { name: 'entrance', test: OF_LOGIN },
    { name: 'icons', test: /[\\/]@lucide[\\/]vue[\\/]/, minShareCount: 2 },
    { name: 'base', test: LIBRARY, minShareCount: MOST },
    { name: 'controls', test: LIBRARY, minShareCount: MANY },
    { name: 'fields', test: LIBRARY, minShareCount: LISTS },
    { name: 'frame', test: OF_FRAME, minShareCount: 2 },
    { name: 'parts', test: OF_PAGES, minShareCount: LISTS },
    { name: 'lists', test: OWN, minShareCount: LISTS },
    // By the pages that use them. A larger threshold makes pages fetch what they do not need.
    {
      name: 'shared',
      test: OWN,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 1000,
    },
  ],
};

/**
 * The index of the parts of records only hands them on. Pages that take one of them, nearly all,
 * would count as users of each, and the rare ones would be fetched with the first page.
 */
export const moduleSideEffects = [
  { test: /[\\/]src[\\/]shared[\\/]records[\\/]index\.ts$/, sideEffects: false },
];

/** The name without those of all pages that use the file. */
const short = (name: string): string => name.replace(/~.*$/, '');

/**
 * Names and contents of the files that the shell is built to. (decision 0735)
 *
 * @param folder where they lie, below the build's
 */
export function shellFiles(folder: string): Rolldown.OutputOptions {
  return {
    codeSplitting,
    chunkFileNames: ({ name }) => `${folder}/${short(name)}-[hash].js`,
    assetFileNames: ({ names: [name = '[name]'] }) =>
      `${folder}/${short(name.replace(/\.[^.]*$/, ''))}-[hash][extname]`,
  };
}
