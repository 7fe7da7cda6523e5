import { useI18n } from 'vue-i18n';

/** Names that the server gives to the first role and the first person of a platform or a tenant. */
const CHINESE: Readonly<Record<string, string>> = {
  'Super administrator': '超级管理员',
  Administrator: '管理员',
};

const named = (name: string, locale: string): string => (locale === 'zh-CN' && CHINESE[name]) || name;

/** The name of a person. One that somebody has changed is not translated. */
export const personName = ({ nickName }: { readonly nickName: string }, locale: string): string =>
  named(nickName, locale);

/** The name of a role. One that somebody has changed is not translated. */
export const roleName = (role: { readonly roleName: string }, locale: string): string =>
  named(role.roleName, locale);

/** Names of roles and persons in the language of the shell. Use within setup. */
export function useRecordNames() {
  const { locale } = useI18n();
  return {
    roleName: (role: { readonly roleName: string }) => roleName(role, locale.value),
    personName: (person: { readonly nickName: string }) => personName(person, locale.value),
  };
}
