import { ref } from 'vue';

/** Whether caps lock is on, as far as the keys pressed in a field tell. */
export function useCapsLock() {
  const capsLock = ref(false);
  function watchKey(event: Event | KeyboardEvent) {
    if (event instanceof KeyboardEvent) capsLock.value = event.getModifierState('CapsLock');
  }
  return { capsLock, watchKey };
}
