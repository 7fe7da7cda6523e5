import { dirname } from 'node:path';

/** A request in a source text. */
export interface RouteUse {
  /** Undefined where the text does not tell. */
  readonly method: string | undefined;
  /** Parts of the path; undefined stands for any part, `**` at the beginning for any beginning. */
  readonly parts: ReadonlyArray<string | undefined>;
  readonly folder: string;
}

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  stream: 'GET',
  exportAddress: 'GET',
  post: 'POST',
  upload: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};
const LITERAL = /'([^'\n]*)'|`((?:[^`\\$]|\\.|\$\{(?:[^{}`]|\{[^{}]*\})*\})*|[^`]*)`/g;
const CALL = /\b(\w+)\??\.?(?:<[^()]*>)?\(\s*$/;
/** Where a request is described by an object, its method stands beside its address. */
const METHOD = /method: '(\w+)'[^{}]*$/;

/** Addresses that a file names, with constants of the same file in place. */
export function routeUses(file: string, text: string): RouteUse[] {
  const constants = new Map(
    [...text.matchAll(/\bconst (\w+)(?:: \w+)? = '(\/[^']*)'/g)].map(([, name, value]) => [name, value]),
  );
  const folder = dirname(dirname(file));
  const given = /\bexportAddress\(\w/.test(text);
  const exported: RouteUse[] = given ? [{ method: 'GET', parts: ['**', 'export'], folder }] : [];
  const written = [...text.matchAll(LITERAL)].flatMap(({ index, 1: plain, 2: template }) => {
    const before = text.slice(Math.max(0, index - 160), index);
    const address = (plain ?? template ?? '')
      .replace(/^\/prod-api/, '')
      .replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole);
    const parts = partsOf(address);
    if (!parts) return [];
    const call = CALL.exec(before)?.[1] ?? '';
    const method = METHODS[call] ?? METHOD.exec(before)?.[1];
    return [{ method, folder, parts: call === 'exportAddress' ? [...parts, 'export'] : parts }];
  });
  return [...written, ...exported];
}

function partsOf(address: string): Array<string | undefined> | undefined {
  if (!/^(?:\/|\$\{)/.test(address)) return undefined;
  const flat = address.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '\0').replace(/\?.*$/s, '');
  const parts = flat.split('/').map((part) => (part.includes('\0') ? undefined : part));
  if (parts[0] === '') return parts.slice(1);
  return ['**', ...parts.slice(1)];
}

/** Whether a use asks for a route, whose parameters are written `:name`. */
export function asksFor(use: RouteUse, method: string, url: string, literals: ReadonlySet<string>): boolean {
  if (use.method !== undefined && use.method !== method) return false;
  const wanted = url.split('/').slice(1);
  const isAny = use.parts[0] === '**';
  const parts = isAny ? use.parts.slice(1) : use.parts;
  const begin = wanted.length - parts.length;
  if (isAny ? begin < 1 : begin !== 0) return false;
  // A beginning that comes as a parameter is written in full elsewhere in the same feature.
  if (isAny && !literals.has(`${use.folder} /${wanted.slice(0, begin).join('/')}`)) return false;
  return parts.every((part, index) => {
    const other = wanted[begin + index] ?? '';
    return part === undefined ? other.startsWith(':') : part === other || other.startsWith(':');
  });
}
