import Type, { type Static } from 'typebox';
import { LANGUAGE_PATTERN } from '../catalog/schema.ts';

/** Application code (design 4.1). */
export const CODE_PATTERN = '^[a-z][a-z0-9-]{1,31}$';
/** `x.y.z` without leading zeros (spec: V1); longer numbers could not be compared. */
export const VERSION_PATTERN = String.raw`^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$`;

/** Names that `permissions` may contain (design 9.4-19). */
const PERMISSION_NAMES = ['network', 'files', 'process', 'env'] as const;

/** A host in `permissions.network`: a name, `*.` and a name, or an address, with optional port. */
const HOST_PATTERN = String.raw`^((\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`;

/**
 * A text in other languages.
 *
 * @param others accepts keys that are no languages, which have no effect
 */
const inLanguages = (maxLength: number, description: string, errorMessage: string, others = false) =>
  Type.Record(Type.String({ pattern: LANGUAGE_PATTERN }), Type.String({ minLength: 1, maxLength }), {
    additionalProperties: others,
    description: `${description}: language, or language and region → text.`,
    errorMessage: `languages with ${errorMessage} each, for example { "zh-CN": "…" }`,
  });

const MAX_NAME = 100;
const namesInLanguages = (others: boolean) =>
  inLanguages(MAX_NAME, 'The name in other languages', `a name of 1 to ${MAX_NAME} characters`, others);
const names = namesInLanguages(false);
/** Menus of earlier packages may name a language in another way. */
const menuNames = namesInLanguages(true);

const MAX_DESCRIPTION = 2000;
const descriptions = inLanguages(
  MAX_DESCRIPTION,
  'The description in other languages',
  `a text of 1 to ${MAX_DESCRIPTION} characters`,
);

const menuNode = Type.Object(
  {
    key: Type.String({
      pattern: '^[a-z][a-z0-9-]*:[A-Za-z0-9:._-]+$',
      maxLength: 100,
      description: 'Unique in the tree; identifies the menu across versions.',
      errorMessage: '<code>:<name>, for example hello:item',
    }),
    type: Type.Enum(['M', 'C', 'F'], {
      description: 'M: directory, C: page, F: button.',
      errorMessage: 'M (directory), C (page) or F (button)',
    }),
    name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME,
      description: 'Display name.',
      errorMessage: `a text of 1 to ${MAX_NAME} characters`,
    }),
    names: Type.Optional(menuNames),
    path: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9:_][A-Za-z0-9:_-]*(/[A-Za-z0-9:_-]+)*$',
        maxLength: 200,
        description: 'Route path, relative to the parent.',
        errorMessage:
          'a path below that of the parent, of letters, digits, -, _ and parameters, for example items or items/:id',
      }),
    ),
    component: Type.Optional(
      Type.String({
        pattern: '^remote:[a-z][a-z0-9-]*/[A-Za-z0-9][A-Za-z0-9/_-]*$',
        maxLength: 200,
        description: 'View that the page shows.',
        errorMessage: 'remote:<code>/<viewKey>',
      }),
    ),
    perms: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]+(:[A-Za-z0-9_*-]+)+$',
        maxLength: 100,
        description: 'Permission that the menu grants.',
        errorMessage: 'a permission such as hello:item:list',
      }),
    ),
    icon: Type.Optional(
      Type.String({
        pattern: '^([A-Za-z][A-Za-z0-9-]*|frontend/(?!.*\\.\\.)[^\\\\]+\\.svg)$',
        maxLength: 200,
        description: "An Element Plus icon's name, or an SVG under frontend/.",
        errorMessage: "an Element Plus icon's name, or frontend/<file>.svg",
      }),
    ),
    order: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 99999, errorMessage: 'a non-negative integer' }),
    ),
    visible: Type.Optional(Type.Boolean({ errorMessage: 'true or false' })),
    cache: Type.Optional(
      Type.Boolean({
        description: 'Keep the page alive while its tab is open.',
        errorMessage: 'true or false',
      }),
    ),
    query: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Fixed query parameters of the route.',
        errorMessage: 'an object whose values are strings',
      }),
    ),
    children: Type.Optional(Type.Array(Type.Ref('MenuNode'), { errorMessage: 'a list of menu nodes' })),
  },
  {
    description: 'A directory, page or button of the menu tree.',
    errorMessage: 'a menu node with key, type and name',
  },
);

export const MenuNodeSchema = Type.Cyclic({ MenuNode: menuNode }, 'MenuNode');

const ranges = (description: string) =>
  Type.Record(Type.String({ pattern: CODE_PATTERN }), Type.String(), {
    description,
    errorMessage: 'an object of application codes and version ranges, for example { "member": "^1.0.0" }',
  });

/** `app.json` (design 4.1, 9.5). */
export const AppManifestSchema = Type.Object(
  {
    code: Type.String({
      pattern: CODE_PATTERN,
      description: 'Application code: the name of its folders, routes and records.',
      errorMessage: '2 to 32 of a-z, 0-9 and -, beginning with a letter',
    }),
    name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME,
      description: 'Display name.',
      errorMessage: `a text of 1 to ${MAX_NAME} characters`,
    }),
    names: Type.Optional(names),
    version: Type.String({
      pattern: VERSION_PATTERN,
      maxLength: 32,
      description: 'Version, x.y.z.',
      errorMessage: 'x.y.z without leading zeros, for example 1.0.0',
    }),
    description: Type.Optional(
      Type.String({
        maxLength: MAX_DESCRIPTION,
        errorMessage: `a text of at most ${MAX_DESCRIPTION} characters`,
      }),
    ),
    descriptions: Type.Optional(descriptions),
    author: Type.Optional(Type.String({ maxLength: 100, errorMessage: 'a text of at most 100 characters' })),
    icon: Type.Optional(
      Type.String({
        pattern: '^([A-Za-z][A-Za-z0-9-]*|frontend/(?!.*\\.\\.)[^\\\\]+\\.(svg|png|webp))$',
        description: "An Element Plus icon's name, or a picture under frontend/.",
        errorMessage: "an Element Plus icon's name, or a picture under frontend/",
      }),
    ),
    category: Type.Optional(Type.String({ maxLength: 50, errorMessage: 'a text of at most 50 characters' })),
    homepage: Type.Optional(
      Type.String({
        pattern: '^https?://',
        maxLength: 500,
        errorMessage: 'an address that begins with http:// or https://',
      }),
    ),
    assets: Type.Object(
      {
        backend: Type.Optional(
          Type.String({
            pattern: '^backend/[^/]+\\.jar$',
            description: 'Backend jar inside the package; left out for frontend-only applications.',
            errorMessage: 'backend/platform-<code>-plugin-<version>.jar',
          }),
        ),
        frontend: Type.Optional(
          Type.String({
            pattern: '^(?!.*\\.\\.)[^/\\\\][^\\\\]*\\.m?js$',
            description: 'Frontend entry with its folder.',
            errorMessage: 'the entry with its folder, for example frontend/index.js',
          }),
        ),
        signature: Type.Optional(
          Type.String({
            description: 'Unused; accepted for existing manifests.',
            errorMessage: 'a text',
          }),
        ),
      },
      { errorMessage: 'an object with backend, frontend or both' },
    ),
    platform: Type.Optional(
      Type.String({
        description: 'Range of supported platform versions.',
        errorMessage: 'a version range, for example >=1.0.0 <2',
      }),
    ),
    dependencies: Type.Optional(ranges('Applications that must be installed.')),
    optionalDependencies: Type.Optional(ranges('Applications that are used if they are installed.')),
    shared: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Required ranges of shared frontend modules; written by the packager.',
        errorMessage: 'an object of module names and version ranges',
      }),
    ),
    runtimeApi: Type.Optional(
      Type.String({
        description: 'Required range of the frontend runtime API; written by the packager.',
        errorMessage: 'a version range, for example ^1.0.0',
      }),
    ),
    permissions: Type.Optional(
      Type.Union(
        [
          Type.Array(Type.Enum([...PERMISSION_NAMES])),
          Type.Partial(
            Type.Object({
              network: Type.Union([
                Type.Literal(true),
                Type.Array(Type.String({ pattern: HOST_PATTERN, maxLength: 253 }), { minItems: 1 }),
              ]),
              files: Type.Literal(true),
              process: Type.Literal(true),
              env: Type.Literal(true),
            }),
          ),
        ],
        {
          description: 'Capabilities that need the approval of an administrator.',
          errorMessage: 'a list of network, files, process, env, or { "network": ["api.example.com"] }',
        },
      ),
    ),
    menus: Type.Optional(
      Type.Array(MenuNodeSchema, { description: 'Menu tree.', errorMessage: 'a list of menu nodes' }),
    ),
  },
  { title: 'app.json', description: 'Manifest of an application.', errorMessage: 'a JSON object' },
);

export type AppManifest = Static<typeof AppManifestSchema>;
export type MenuNode = Static<typeof MenuNodeSchema>;
