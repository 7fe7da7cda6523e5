import { ref, shallowRef } from 'vue';

/** A dialog that edits one row, or makes a new one. */
export function useEdited<Row>() {
  const dialogOpen = ref(false);
  const edited = shallowRef<Row>();

  function edit(row?: Row): void {
    edited.value = row;
    dialogOpen.value = true;
  }

  return { dialogOpen, edited, edit };
}
