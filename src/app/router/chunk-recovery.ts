import type { Router } from 'vue-router';

const key = 'platform.reloaded-for';

/**
 * Reloads the document once when a page's chunk is gone after a shell upgrade. A second failure
 * goes to `report`.
 */
export function installChunkRecovery(
  router: Router,
  reload: (path: string) => void,
  report: (error: unknown, path: string) => void,
): void {
  router.onError((error: unknown, to) => {
    const missingChunk =
      error instanceof TypeError && /dynamically imported module|importing a module/i.test(error.message);
    if (missingChunk && sessionStorage.getItem(key) !== to.fullPath) {
      sessionStorage.setItem(key, to.fullPath);
      reload(to.fullPath);
    } else {
      report(error, to.fullPath);
    }
  });
  router.afterEach((to, _from, failure) => {
    if (!failure && sessionStorage.getItem(key) === to.fullPath) sessionStorage.removeItem(key);
  });
}
