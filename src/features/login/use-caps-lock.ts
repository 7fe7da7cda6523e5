import { ref } from 'vue';

/** Whether caps lock is on, by the last key event of a field. */
export function useCapsLock() {
  const capsLock = ref(false);
  function watchKey(event: Event | KeyboardEvent) {
    if (event instanceof KeyboardEvent) capsLock.value = event.getModifierState('CapsLock');
  }
  return { capsLock, watchKey };
}
