import { enableAutoUnmount } from '@vue/test-utils';
import { afterEach } from 'vitest';

/** Once for each worker: this module is read for each file, Vue's test utils are not. */
const worker = globalThis as { unmountAll?: () => void };
if (!worker.unmountAll) enableAutoUnmount((unmount) => void (worker.unmountAll = unmount));

// The files of a worker have one page, which each test leaves as it was.
afterEach(() => {
  worker.unmountAll?.();
  document.body.replaceChildren();
  document.head.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
