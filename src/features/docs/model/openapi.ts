import { withoutReferences } from './references.ts';
import { typeOf, type Schema } from './schema.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface RawOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: ReadonlyArray<{
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }>;
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly 'x-permission'?: string;
}

export interface OpenApi {
  readonly info?: { readonly title?: string; readonly version?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly required: boolean;
  readonly type: string;
  readonly description: string;
}

/** A body or an answer. */
export interface Payload {
  readonly mediaType: string;
  readonly schema: Schema;
}

/** One address with its method. */
export interface Operation {
  /** `GET /system/user/list`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: Payload | undefined;
  readonly answer: Payload | undefined;
  /** Callers that are allowed. */
  readonly access: 'public' | 'login' | 'monitoring';
  /** Permission that a caller needs beyond a login. */
  readonly permission: string | undefined;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The operations of a document in the order of their paths.
 *
 * @param words replace summaries of the document
 */
export function operationsOf(document: OpenApi, words: Readonly<Record<string, string>> = {}): Operation[] {
  const { paths = {} } = withoutReferences(document);
  return Object.entries(paths)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const raw = methods[method];
        if (!raw) return [];
        const operation = operationOf(path, method.toUpperCase(), raw);
        return [{ ...operation, summary: words[operation.summary] ?? operation.summary }];
      }),
    );
}

function operationOf(path: string, method: string, raw: RawOperation): Operation {
  return {
    key: `${method} ${path}`,
    method,
    path,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    parameters: (raw.parameters ?? []).flatMap((parameter): Parameter[] =>
      parameter.in === 'path' || parameter.in === 'query'
        ? [
            {
              name: parameter.name,
              place: parameter.in,
              required: parameter.required ?? false,
              type: typeOf(parameter.schema ?? {}),
              description: parameter.description ?? parameter.schema?.description ?? '',
            },
          ]
        : [],
    ),
    body: payloadOf(raw.requestBody),
    answer: payloadOf(raw.responses?.['200']),
    access: accessOf(raw.security),
    permission: raw['x-permission'],
  };
}

function accessOf(security: RawOperation['security'] = []): Operation['access'] {
  if (security.length === 0) return 'public';
  return security.some((each) => 'monitoring' in each) ? 'monitoring' : 'login';
}

function payloadOf(content: Content | undefined): Payload | undefined {
  const [mediaType, found] = Object.entries(content?.content ?? {})[0] ?? [];
  return mediaType === undefined ? undefined : { mediaType, schema: found?.schema ?? {} };
}
