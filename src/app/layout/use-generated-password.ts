import { computed, onMounted, watch, type Ref } from 'vue';
import { useSessionStore } from '@/shared/session';

const key = 'platform.password-later';

/**
 * Opens the password dialog for a generated password, once per login, so that "Later" holds until
 * the next login (design 16-29).
 * @param open of the dialog
 */
export function useGeneratedPassword(open: Ref<boolean>) {
  const session = useSessionStore();
  const generated = computed(() => session.profile?.passwordGenerated === true);
  const login = () => String(session.mark?.since);

  function ask() {
    if (generated.value && sessionStorage.getItem(key) !== login()) open.value = true;
  }
  onMounted(ask);
  watch(generated, ask);
  watch(open, (isOpen) => {
    if (!isOpen && generated.value) sessionStorage.setItem(key, login());
  });
  return { generated };
}
