import { hasPermission } from '@platform/plugin-sdk/permission';
import { createPinia } from 'pinia';
import { reactive, ref, shallowReadonly, shallowRef } from 'vue';
import { createScopedI18n } from '../host/index.ts';
import type { Command } from '../runtime/commands.ts';
import type { DictItem, SiteConfig } from '../runtime/data.ts';
import type { RemoteTarget } from '../runtime/router.ts';
import type { RemoteRuntime } from '../runtime/runtime.ts';
import type { RemoteUser } from '../runtime/session.ts';
import { RUNTIME_API_VERSION } from '../version.ts';
import { createTestEvents, type TestEvents } from './test-events.ts';
import { createTestRequest, type AnswerRequest } from './test-request.ts';
import { createTestRouter } from './test-router.ts';

export interface TestRuntimeOptions {
  code: string;
  /** The shell's locale; default `en`. */
  locale?: string;
  user?: Partial<RemoteUser>;
  /** Permissions granted; default all. */
  permissions?: readonly string[];
  /** Answers requests; default with nothing. */
  answer?: AnswerRequest;
  dicts?: Record<string, readonly DictItem[]>;
  /** Site configuration, as far as it is set. */
  config?: Partial<SiteConfig>;
  /** Whether `confirm` is agreed to; default yes. */
  agrees?: boolean;
}

/** A runtime for an application's unit tests, with what the application did to its host. */
export interface TestRuntime extends RemoteRuntime {
  /** Texts of message and notify, in order. */
  readonly said: string[];
  /** Titles that were asked through `confirm`. */
  readonly asked: string[];
  /** Where the application went through `router`. */
  readonly visited: RemoteTarget[];
  /** Commands in the palette. */
  readonly registered: Command[];
  /** Events that the application published. */
  readonly emitted: TestEvents['emitted'];
  /** Publishes an event of the host or of another application. */
  readonly tell: TestEvents['tell'];
  /** Ends the application: what it gave to `onDispose` runs, the last one first. */
  readonly dispose: () => void;
}

const NO_CONFIG: SiteConfig = {
  ...{ logo: null, favicon: null, name: null, nameEn: null, backgroundImage: null, description: null },
  ...{ copyright: null, icp: null, settings: {} },
};
const TESTER: RemoteUser = {
  userId: 1,
  userName: 'tester',
  nickName: 'Tester',
  tenantId: '000000',
  roles: [],
};

/** Makes a runtime without a shell; requests are answered by a function, everything else is remembered. */
export function createTestRuntime(options: TestRuntimeOptions): TestRuntime {
  const { code, permissions, agrees = true, answer = () => undefined } = options;
  const said: string[] = [];
  const asked: string[] = [];
  const registered: Command[] = [];
  const undos: (() => void)[] = [];
  const settings = new Map<string, unknown>();
  const { bus, emitted, tell } = createTestEvents(code);
  const say = (text: string) => void said.push(text);
  const channel = { success: say, info: say, warning: say, error: say };
  return {
    ...{ said, asked, registered, emitted, tell },
    dispose: () => {
      for (let undo = undos.pop(); undo; undo = undos.pop()) undo();
    },
    apiVersion: RUNTIME_API_VERSION,
    app: { code, name: code, version: '1.0.0' },
    request: createTestRequest(answer),
    ...createTestRouter(code),
    user: reactive({ ...TESTER, ...options.user }),
    hasPermi: (wanted) => !permissions || hasPermission(permissions, wanted),
    i18n: createScopedI18n(ref(options.locale ?? 'en')),
    dict(type) {
      const items = shallowRef(options.dicts?.[type] ?? []);
      const label = (value: string) => items.value.find((item) => item.value === value)?.label ?? value;
      return { items: shallowReadonly(items), ready: Promise.resolve(), label };
    },
    config: async () => ({ ...NO_CONFIG, ...options.config }),
    message: channel,
    notify: channel,
    confirm: async ({ title }) => {
      asked.push(title);
      return agrees;
    },
    events: bus,
    theme: reactive({ mode: 'light', accent: '#4f46e5' }),
    asset: (path) => `/remote-apps/${code}/${path.replace(/^\/+/, '')}`,
    pinia: createPinia(),
    commands: {
      register(command) {
        registered.push(command);
        return () =>
          void registered.splice(0, registered.length, ...registered.filter((one) => one !== command));
      },
    },
    settings: {
      get: <T>(name: string, fallback: T) => (settings.has(name) ? (settings.get(name) as T) : fallback),
      set: (name, value) => void settings.set(name, value),
      remove: (name) => void settings.delete(name),
    },
    onDispose: (undo) => void undos.push(undo),
  };
}
