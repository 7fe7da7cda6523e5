import { defineStore } from 'pinia';
import { ref } from 'vue';

/** The state of the frame that lasts as long as its document. */
export const useFrameStore = defineStore('frame', () => {
  /** Only the page is shown, without menu and bars. */
  const fullView = ref(false);
  return { fullView };
});
