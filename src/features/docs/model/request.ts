import type { Operation } from './openapi.ts';

/** Typed values of a request. */
export interface Typed {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Path and query with the typed values; what is missing in the path stays `{name}`. */
export function addressOf({ path, parameters }: Operation, values: Typed['values']): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (name, key: string) =>
    values[key] ? encodeURIComponent(values[key]) : name,
  );
  const query = new URLSearchParams(
    parameters.flatMap(({ name, place }) =>
      place === 'query' && values[name] ? [[name, values[name]] as [string, string]] : [],
    ),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

/** Names of path parameters without a value. */
export const missingIn = ({ parameters }: Operation, values: Typed['values']): string[] =>
  parameters.filter(({ place, name }) => place === 'path' && !values[name]).map(({ name }) => name);

/** The request for a shell; the person who runs it sets `$TOKEN`. (design 12.1-9) */
export function curlOf(operation: Operation, { values, body }: Typed, origin: string): string {
  const { method, access, body: payload } = operation;
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(access === 'login' ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(access === 'monitoring' ? ['-u "$MONITOR"'] : []),
    ...bodyOf(payload?.mediaType, body),
    quoted(`${origin}${addressOf(operation, values)}`),
  ];
  return parts.join(' ');
}

function bodyOf(mediaType: string | undefined, body: string): string[] {
  if (mediaType === 'multipart/form-data') return ["-F 'file=@…'"];
  return mediaType === undefined || body.trim() === ''
    ? []
    : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`];
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
