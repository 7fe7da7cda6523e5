import type { TestAnswer, TestRequest, TestUser } from '@platform/plugin-sdk/testing';
import type { RowReaches } from '../data/index.ts';
import { DEFAULT_TENANT, requestContext, type SessionUser } from '../kernel/index.ts';

const DEFAULT_USER: SessionUser = {
  userId: 1,
  userName: 'tester',
  tenantId: DEFAULT_TENANT,
  roles: [],
  permissions: [],
  sessionId: 1,
};

const tokenOf = (user: TestUser): string => Buffer.from(JSON.stringify(user)).toString('base64url');

export const sessionOf = (user: TestUser): SessionUser => Object.freeze({ ...DEFAULT_USER, ...user });

/** Data scopes by what the test says of its caller: there are no roles. */
export const testReaches: RowReaches = {
  async ofCaller() {
    const { sees } = (requestContext.current()?.user ?? {}) as TestUser;
    return sees && { deptIds: sees.deptIds ?? [], own: sees.own ?? false };
  },
};

/** User behind a token of {@link callAs}; there are no sessions. */
export function userOfToken(token: string): SessionUser | undefined {
  try {
    return sessionOf(JSON.parse(Buffer.from(token, 'base64url').toString()) as TestUser);
  } catch {
    return undefined;
  }
}

/** Sends a test's request. */
export async function call<T>(
  base: string,
  method: string,
  path: string,
  { as, query = {}, body, headers = {} }: TestRequest,
): Promise<TestAnswer<T>> {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  const plain = typeof body === 'string' || body instanceof FormData || ArrayBuffer.isView(body);
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(as ? { authorization: `Bearer ${tokenOf(as)}` } : {}),
      ...(body === undefined || plain ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: plain ? (body as string | FormData | Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
  });
  return answerOf<T>(response);
}

interface Envelope {
  readonly data?: unknown;
  readonly total?: number;
  readonly rows?: unknown[];
  readonly error?: string;
}

async function answerOf<T>(response: Response): Promise<TestAnswer<T>> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const text = await response.text();
  if (!headers['content-type']?.includes('json')) {
    return { status, headers, body: text, data: text as T, error: undefined };
  }
  const body = JSON.parse(text) as Envelope;
  const list = Array.isArray(body.rows);
  return {
    status,
    headers,
    body,
    data: (list ? { total: body.total, rows: body.rows } : body.data) as T,
    error: body.error,
  };
}
