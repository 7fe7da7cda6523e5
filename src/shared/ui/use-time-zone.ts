import { useUi } from '@platform/remote-app/ui';
import { computed, type ComputedRef } from 'vue';

/** IANA name of the zone that times are shown in: chosen by the person, or the browser's. */
export function useTimeZone(): ComputedRef<string> {
  const { timeZone } = useUi();
  return computed(() => timeZone?.value ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
}
