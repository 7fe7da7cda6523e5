import type { Pinia } from 'pinia';
import type { Router } from 'vue-router';
import type { RemoteTarget } from '../../../runtime/router.ts';
import type { RemoteRuntime } from '../../../runtime/runtime.ts';
import { createTestRuntime } from '../../../testing/index.ts';

/** `GET /notes/item/list` → data inside the envelope; `*` matches one path segment. */
export type Answers = Readonly<Record<string, unknown>>;

export interface PageRuntimeOptions {
  readonly code: string;
  readonly version: string;
  readonly answers: Answers;
  readonly pinia: Pinia;
  readonly router: Router;
  readonly onDispose: (undo: () => void) => void;
}

/** A runtime without a server, with all permissions. */
export function createPageRuntime(options: PageRuntimeOptions): RemoteRuntime {
  const { code, version, answers, pinia, router, onDispose } = options;
  const runtime = createTestRuntime({
    code,
    answer: (method, url) => answerFor(answers, method, url),
    agrees: false,
  });
  const route = (target: RemoteTarget) =>
    typeof target === 'object' && target.view !== undefined
      ? { path: `/${code}/${target.view}`, query: target.query }
      : target;
  return Object.assign(runtime, {
    app: { code, name: code, version },
    pinia,
    onDispose,
    router: {
      push: async (target: RemoteTarget) => void (await router.push(route(target))),
      replace: async (target: RemoteTarget) => void (await router.replace(route(target))),
      resolve: (target: RemoteTarget) => router.resolve(route(target)),
      onBeforeLeave: () => () => {},
    },
  });
}

/** The given response, else an empty list, both plain and paged. */
export function answerFor(answers: Answers, method: string, url: string): unknown {
  const asked = `${method.toUpperCase()} ${url.split('?')[0]}`;
  const found = Object.keys(answers).find((pattern) => matches(pattern, asked));
  if (found !== undefined) return structuredClone(answers[found]);
  return method.toLowerCase() === 'get' ? Object.assign([], { total: 0, rows: [] }) : undefined;
}

function matches(pattern: string, asked: string): boolean {
  const wanted = pattern.split('/');
  const given = asked.split('/');
  return wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
}
