import { computed, type Ref, type WritableComputedRef } from 'vue';

/** Whether a drawer is open: while it has a subject. Closing it takes the subject away. */
export function openWhile<Subject>(subject: Ref<Subject | undefined>): WritableComputedRef<boolean> {
  return computed({
    get: () => subject.value !== undefined,
    set: (open) => {
      if (!open) subject.value = undefined;
    },
  });
}
