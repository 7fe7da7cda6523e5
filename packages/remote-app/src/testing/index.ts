import { createPinia } from 'pinia';
import { reactive, ref, shallowReadonly, shallowRef } from 'vue';
import type { AxiosRequestConfig } from 'axios';
import type { DictItem } from '../runtime/data.ts';
import type { LocaleMessages, MessageTree, RemoteI18n } from '../runtime/i18n.ts';
import type { RemoteRequest } from '../runtime/request.ts';
import type { RemoteRuntime } from '../runtime/runtime.ts';
import { RUNTIME_API_VERSION } from '../version.ts';

/** Answers a request of a test: the data inside the envelope; throw what the host would throw. */
export type AnswerRequest = (method: string, url: string, config: AxiosRequestConfig) => unknown;

export interface TestRuntimeOptions {
  code: string;
  /** Permissions granted; default all. */
  permissions?: readonly string[];
  answer?: AnswerRequest;
  dicts?: Record<string, readonly DictItem[]>;
  /** Whether `confirm` is agreed to; default yes. */
  agrees?: boolean;
}

/** A runtime for an application's unit tests, with what was said to the person. */
export interface TestRuntime extends RemoteRuntime {
  /** Texts of message and notify, in order. */
  readonly said: string[];
  /** Titles that were asked through `confirm`. */
  readonly asked: string[];
}

/** Makes a runtime without a shell: English messages, requests answered by a function. */
export function createTestRuntime(options: TestRuntimeOptions): TestRuntime {
  const { code, permissions, agrees = true, answer = () => undefined } = options;
  const said: string[] = [];
  const asked: string[] = [];
  const say = (text: string) => void said.push(text);
  const channel = { success: say, info: say, warning: say, error: say };
  const settings = new Map<string, unknown>();
  const unused = (name: string) => () => {
    throw new Error(`${name} is not part of the test runtime: pass an object of your own for it`);
  };
  return {
    said,
    asked,
    apiVersion: RUNTIME_API_VERSION,
    app: { code, name: code, version: '1.0.0' },
    request: createTestRequest(answer),
    router: {
      push: unused('router'),
      replace: unused('router'),
      resolve: unused('router'),
      onBeforeLeave: () => () => {},
    },
    user: reactive({ userId: 1, userName: 'tester', nickName: 'Tester', tenantId: '000000', roles: [] }),
    hasPermi: (wanted) =>
      !permissions || [wanted].flat().some((permission) => permissions.includes(permission)),
    i18n: createTestI18n(),
    dict(type) {
      const items = shallowRef(options.dicts?.[type] ?? []);
      const label = (value: string) => items.value.find((item) => item.value === value)?.label ?? value;
      return { items: shallowReadonly(items), ready: Promise.resolve(), label };
    },
    config: async () => {
      const none = {
        logo: null,
        favicon: null,
        name: null,
        nameEn: null,
        backgroundImage: null,
        description: null,
      };
      return { ...none, copyright: null, icp: null, settings: {} };
    },
    message: channel,
    notify: channel,
    confirm: async ({ title }) => {
      asked.push(title);
      return agrees;
    },
    events: { on: () => () => {}, emit: () => {} },
    theme: reactive({ mode: 'light', accent: '#4f46e5' }),
    asset: (path) => `/remote-apps/${code}/${path}`,
    pinia: createPinia(),
    commands: { register: () => () => {} },
    settings: {
      get: <T>(name: string, fallback: T) => (settings.has(name) ? (settings.get(name) as T) : fallback),
      set: (name, value) => void settings.set(name, value),
      remove: (name) => void settings.delete(name),
    },
    onDispose: () => {},
  };
}

function createTestRequest(answer: AnswerRequest): RemoteRequest {
  const call = async <T>(config: AxiosRequestConfig): Promise<T> =>
    (await answer(config.method ?? 'get', config.url ?? '', config)) as T;
  return Object.assign(call, {
    get: <T>(url: string, config?: AxiosRequestConfig) => call<T>({ ...config, method: 'get', url }),
    delete: <T>(url: string, config?: AxiosRequestConfig) => call<T>({ ...config, method: 'delete', url }),
    post: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'post', url, data }),
    put: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'put', url, data }),
    patch: <T>(url: string, data?: unknown, config?: AxiosRequestConfig) =>
      call<T>({ ...config, method: 'patch', url, data }),
    raw: () => Promise.reject(new Error('raw is not part of the test runtime')),
  });
}

function createTestI18n(): RemoteI18n {
  const messages: LocaleMessages = {};
  const lookUp = (key: string) =>
    key
      .split('.')
      .reduce<MessageTree | string | undefined>(
        (node, part) => (typeof node === 'object' ? node[part] : undefined),
        messages['en'],
      );
  return {
    locale: ref('en'),
    t(key, params = {}) {
      const text = lookUp(key);
      if (typeof text !== 'string') return key;
      return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
    },
    n: (value) => String(value),
    d: (value) => (value ? new Date(value).toISOString() : ''),
    merge(added) {
      for (const [locale, tree] of Object.entries(added)) Object.assign((messages[locale] ??= {}), tree);
    },
  };
}
