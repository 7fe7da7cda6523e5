import { computed, onMounted, watch, type Ref } from 'vue';
import { useSessionStore } from '@/shared/session';

const key = 'platform.password-later';

/**
 * Opens the dialog for a new password where the present one was generated: once for each login, so that whoever says "later"
 * is left alone until then (design 16-29).
 *
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
