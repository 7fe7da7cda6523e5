import { useI18n } from 'vue-i18n';

/** Names of the permissions that applications ask for; an unknown one is shown as it is. */
export function usePermissionWords(): (name: string) => string {
  const i18n = useI18n();
  return (name) => {
    const key = `shared.task.plan.permission.${name}`;
    return i18n.te(key) ? i18n.t(key) : name;
  };
}
