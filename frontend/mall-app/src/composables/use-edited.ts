import { ref, shallowRef } from 'vue';

/** State of an editor for an existing or a new row. */
export function useEdited<Row>() {
  const editorOpen = ref(false);
  const edited = shallowRef<Row>();

  function edit(row?: Row): void {
    edited.value = row;
    editorOpen.value = true;
  }

  return { editorOpen, edited, edit };
}
