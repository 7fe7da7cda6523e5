import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { Item } from '../api/items.ts';

/** The form of an item, opened by the list and the command palette. */
export const useItemForm = defineStore('item-form', () => {
  const open = ref(false);
  const edited = shallowRef<Item>();

  function show(item?: Item): void {
    edited.value = item;
    open.value = true;
  }

  return { open, edited, show };
});
