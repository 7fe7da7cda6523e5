import { computed } from 'vue';
import { useSessionStore } from '@/shared/session';

/** The person's rights in the market. */
export function useMarketRights() {
  const session = useSessionStore();
  return computed(() => ({
    install: session.can('app:install:add'),
    upgrade: session.can('app:install:edit'),
  }));
}
