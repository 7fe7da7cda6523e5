import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { Member } from '../api/members.ts';

/** The form of a member, opened by the list and the command palette. */
export const useMemberForm = defineStore('member-form', () => {
  const open = ref(false);
  const edited = shallowRef<Member>();

  function show(member?: Member): void {
    edited.value = member;
    open.value = true;
  }

  return { open, edited, show };
});
