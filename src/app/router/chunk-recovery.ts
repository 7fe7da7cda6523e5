import type { Router } from 'vue-router';

const key = 'platform.reloaded-for';

/**
 * A page whose file is gone because a newer shell has been placed: loads the document anew at that page, once. What
 * fails a second time is passed on to `report`.
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
