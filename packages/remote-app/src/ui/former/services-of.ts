import type { ErrorText, RemoteRuntime, UiServices } from '@platform/remote-app';
import { reactive, ref } from 'vue';

/**
 * Services made of the runtime alone. Tests that mount a view of their own need them: the parts
 * of these applications asked the runtime, not the page around them.
 */
export function servicesOf({ confirm, i18n, message }: RemoteRuntime): UiServices {
  return {
    locale: i18n.locale,
    now: ref(Date.now()),
    ...{ confirm, message },
    tables: reactive({ density: 'default', hiddenColumns: {}, pageSizes: {} }),
    describeError,
  };
}

function describeError(error: unknown): ErrorText {
  if (!(error instanceof Error))
    return {
      ...{ message: String(error), fix: undefined, code: 'UNEXPECTED', status: 0 },
      ...{ requestId: undefined, findings: [] },
    };
  const { code = 'UNEXPECTED', status = 0, requestId, fix }: Partial<ErrorText> = { ...error };
  return { message: error.message, fix, code, status, requestId, findings: [] };
}
