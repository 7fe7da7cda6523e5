import { computed, shallowRef, watch, type Ref } from 'vue';
import { useErrorText } from './error-text.ts';

/**
 * Why the server has refused a field, until it is changed; for the few forms without `ElForm`,
 * whose fields `useRefusedFields` would mark.
 *
 * @param values of the form, by the names that the request gives them
 * @param blamed field of a failure that names none, by the failure's code
 */
export function useFieldProblems(
  error: Readonly<Ref<unknown>>,
  values: () => Readonly<Record<string, unknown>>,
  blamed: Readonly<Record<string, string>> = {},
): (name: string) => string | undefined {
  const describe = useErrorText();
  const sent = shallowRef<Readonly<Record<string, unknown>>>({});
  const refused = computed(() => {
    if (error.value === undefined) return [];
    const { code, message, fields = [] } = describe(error.value);
    const name = blamed[code];
    return fields.length === 0 && name !== undefined ? [{ name, message }] : fields;
  });
  watch(error, () => (sent.value = { ...values() }), { flush: 'sync' });
  return (name) =>
    values()[name] === sent.value[name]
      ? refused.value.find((field) => field.name === name)?.message
      : undefined;
}
