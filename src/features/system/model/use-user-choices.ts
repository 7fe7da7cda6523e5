import { useLoaded } from '@platform/remote-app/ui';
import { computed } from 'vue';
import { useHttp } from '@/shared/http';
import { useSessionStore } from '@/shared/session';
import { createSystemApi } from '../api/records.ts';

/** Choices in the form of a user. An absent list hides its choice, and nothing else. */
export function useUserChoices() {
  const session = useSessionStore();
  const { roles, places } = createSystemApi(useHttp());
  const roleList = useLoaded(async (signal) =>
    session.can('system:role:list') ? (await roles.list({ pageNum: 1, pageSize: 500 }, signal)).rows : [],
  );
  const depts = useLoaded(places.departments);
  const posts = useLoaded(async (signal) => (session.can('system:post:list') ? places.posts(signal) : []));
  return {
    roles: computed(() => roleList.data.value ?? []),
    depts: computed(() => depts.data.value ?? []),
    posts: computed(() => posts.data.value ?? []),
  };
}
