import { reactive, ref } from 'vue';
import type { RemoteRuntime } from '../runtime/runtime.ts';
import type { UiServices } from '../ui-services.ts';

/** Services for the parts of a view under test: messages and questions go to the runtime. */
export function createTestUiServices(
  runtime: Pick<RemoteRuntime, 'confirm' | 'i18n' | 'message'>,
): UiServices {
  return {
    locale: runtime.i18n.locale,
    now: ref(Date.now()),
    confirm: runtime.confirm,
    message: runtime.message,
    tables: reactive({ density: 'default', hiddenColumns: {}, pageSizes: {}, views: {} }),
    describeError(error) {
      const { code = 'UNEXPECTED', status = 0, requestId, fix } = error as Partial<Record<string, never>>;
      const message = error instanceof Error ? error.message : String(error);
      return { message, fix, code, status, requestId, findings: [] };
    },
  };
}
