import { useLoaded } from '@platform/remote-app/ui';
import { computed } from 'vue';
import { useHttp } from '@/shared/http';
import { useSessionStore } from '@/shared/session';
import { createSystemApi } from '../api/records.ts';

/** Choices in the form of a user. An absent list hides its choice, and nothing else. */
export function useUserChoices() {
  const session = useSessionStore();
  const { places } = createSystemApi(useHttp());
  const depts = useLoaded(places.departments);
  const posts = useLoaded(async (signal) => (session.can('system:post:list') ? places.posts(signal) : []));
  return {
    depts: computed(() => depts.data.value ?? []),
    /** Whether it is known yet that there are departments. */
    settled: computed(() => !depts.loading.value),
    posts: computed(() => posts.data.value ?? []),
  };
}
