import { onMounted, shallowRef } from 'vue';
import { listCategories, type Category } from '../api/categories.ts';
import { useRuntime } from '../runtime.ts';

/** The shop's categories, for filters and forms. */
export function useCategories() {
  const { message } = useRuntime();
  const categories = shallowRef<readonly Category[]>([]);

  async function loadCategories(): Promise<void> {
    try {
      categories.value = await listCategories();
    } catch (error) {
      message.error((error as Error).message);
    }
  }

  onMounted(loadCategories);
  return { categories, loadCategories };
}
