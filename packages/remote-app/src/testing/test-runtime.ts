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
  /** Granted permissions; default: all. */
  permissions?: readonly string[];
  /** Answers requests; default: with no data. */
  answer?: AnswerRequest;
  dicts?: Record<string, readonly DictItem[]>;
  /** Site configuration; missing properties are null. */
  config?: Partial<SiteConfig>;
  /** Answer of `confirm`; default: true. */
  agrees?: boolean;
}

/** A runtime for unit tests that records what the application does. */
export interface TestRuntime extends RemoteRuntime {
  /** Texts of `message` and `notify`, in order. */
  readonly said: string[];
  /** Titles of `confirm`, in order. */
  readonly asked: string[];
  /** Targets of `router`, in order. */
  readonly visited: RemoteTarget[];
  /** Registered commands. */
  readonly registered: Command[];
  /** Emitted events. */
  readonly emitted: TestEvents['emitted'];
  /** Emits an event of the host or another application. */
  readonly tell: TestEvents['tell'];
  /** Ends the application; cleanups of `onDispose` run in reverse order. */
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

/** Creates a runtime without a shell and a server. */
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
