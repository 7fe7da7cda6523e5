import { useNavigation } from '../page/index.ts';

/** Addresses of tasks; undefined for somebody without the page of tasks. */
export function useTaskPath(): (taskId: number) => string | undefined {
  const navigation = useNavigation();
  return (taskId) => {
    const tasks = navigation.pagePath('host:tasks/list');
    return tasks && `${tasks}/${taskId}`;
  };
}
