import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { Finding } from '../finding.ts';
import { AppManifestSchema } from './schema.ts';
import { expectedAt, schemaAt } from './schema-nodes.ts';

const validator = Compile(AppManifestSchema);

const CODE_OF_POINTER: Record<string, string> = {
  '/version': 'MANIFEST_VERSION_INVALID',
  '/code': 'MANIFEST_CODE_INVALID',
};
const MAX_FOUND = 80;
const MAX_ERRORS = 500;

/** Compares a parsed manifest with its schema. One finding per place states actual and expected. */
export function checkSchema(manifest: unknown): Finding[] {
  const places = new Map<string, Finding>();
  for (const error of errorsOf(manifest)) {
    const missing = error.keyword === 'required' ? error.params.requiredProperties : undefined;
    const pointers = missing?.map((name) => `${error.instancePath}/${name}`) ?? [error.instancePath];
    for (const pointer of pointers) places.set(pointer, describe(pointer, manifest));
  }
  const pointers = [...places.keys()];
  const isOuter = (pointer: string) => pointers.some((other) => other.startsWith(`${pointer}/`));
  return pointers.filter((pointer) => !isOuter(pointer)).map((pointer) => places.get(pointer)!);
}

/**
 * TypeBox reports eight errors by default, for the whole process; a large menu tree may have more.
 */
function errorsOf(manifest: unknown): ReturnType<typeof validator.Errors> {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: MAX_ERRORS });
  try {
    return validator.Errors(manifest);
  } finally {
    Settings.Set({ maxErrors });
  }
}

function describe(pointer: string, manifest: unknown): Finding {
  const value = valueAt(manifest, pointer);
  const expected = expectedAt(pointer);
  return {
    code: CODE_OF_POINTER[pointer] ?? (value === undefined ? 'MANIFEST_FIELD_MISSING' : 'MANIFEST_INVALID'),
    severity: 'error',
    entry: 'app.json',
    pointer,
    message: `${pointer || 'The manifest'}: found ${found(value)}, expected ${expected}.`,
    fix:
      value === undefined
        ? `Add ${pointer}: ${expected}.`
        : `Correct ${pointer || 'the manifest'} to ${expected}.`,
  };
}

export const found = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND)}…` : text;
};

function valueAt(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, segment) => (isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined),
      root,
    );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Warns about unknown fields. They are kept, so that newer manifests stay readable (design 4.1).
 */
export function findUnknownFields(value: unknown, pointer = ''): Finding[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => findUnknownFields(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const known = schemaAt(pointer)?.properties;
  if (!known) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return key in known || (pointer === '' && key === '$schema')
      ? findUnknownFields(inner, at)
      : [unknownField(at)];
  });
}

const unknownField = (pointer: string): Finding => ({
  code: 'MANIFEST_FIELD_UNKNOWN',
  severity: 'warning',
  entry: 'app.json',
  pointer,
  message: `${pointer} is not a known field; it is kept and ignored.`,
  fix: 'Check the spelling, or remove the field.',
});
