import { createPinia, disposePinia, setActivePinia, type Pinia } from 'pinia';
import { createApp } from 'vue';

/**
 * Creates a Pinia for one application, so that equal store names of two applications do not clash
 * (design 9.6-33). The shell's Pinia stays active.
 */
export function createAppPinia(shell: Pinia): { pinia: Pinia; dispose: () => void } {
  const pinia = createPinia();
  createApp({}).use(pinia);
  setActivePinia(shell);
  return {
    pinia,
    dispose() {
      disposePinia(pinia);
      setActivePinia(shell);
    },
  };
}
