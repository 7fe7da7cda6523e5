/**
 * The Chinese name of a record that is there from the start. One whose name somebody has changed is
 * not translated.
 *
 * @param chinese by key: the name at the start, and the Chinese one
 */
export function seededName<Name extends string | null>(
  chinese: Readonly<Record<string, readonly [seeded: string, chinese: string]>>,
  key: string,
  name: Name,
  locale: string,
): Name | string {
  const [seeded, translated] = (Object.hasOwn(chinese, key) && chinese[key]) || [];
  return translated !== undefined && name === seeded && locale === 'zh-CN' ? translated : name;
}
