import type { FormInstance, FormRules } from 'element-plus/es/components/form/index.mjs';
import { computed, nextTick, shallowRef, type ComputedRef, type Ref } from 'vue';
import { useUi } from '../services/use-ui.ts';
import { focusFirstField, focusFirstWrong } from './first-field.ts';
import { refusing, withRules } from './refused-fields.ts';

/** A form whose fields the server may refuse. */
export interface RefusableForm {
  /** The edited record, as it is sent: the names of its fields are those of the request. */
  readonly draft: () => object;
  readonly rules?: () => FormRules | undefined;
}

/** The fields that a server has refused, which a form marks until they are changed. */
export interface RefusedFields {
  /** The form's rules with those of the refused fields; for `ElForm`. */
  readonly rules: ComputedRef<FormRules | undefined>;
  /** Whether the form may be sent; the focus goes to the first field that its rules refuse. */
  validate: () => Promise<boolean>;
  /** Marks the fields that a failure names; resolves to whether one of them has the focus now. */
  show: (failure: unknown) => Promise<boolean>;
  forget: () => void;
  /** Focuses the first field of the form; for a dialog that has just opened. */
  focusFirst: () => void;
}

/** Marks fields that the server refuses, in any form of `ElFormItem`s with a `prop`. */
export function useRefusedFields(
  form: Readonly<Ref<FormInstance | null>>,
  { draft, rules = () => undefined }: RefusableForm,
): RefusedFields {
  const { describeError } = useUi();
  const refused = shallowRef<FormRules>({});
  const element = () => (form.value?.$el as HTMLElement | undefined) ?? null;
  const focusWrong = () => focusFirstWrong(element());

  function forget(): void {
    const names = Object.keys(refused.value);
    if (names.length === 0) return;
    form.value?.clearValidate(names);
    refused.value = {};
  }

  async function validate(): Promise<boolean> {
    if (Object.keys(refused.value).length > 0) {
      forget();
      // The form has its rules after the next tick.
      await nextTick();
    }
    if (!rules() || (await form.value?.validate().catch(() => false))) return true;
    // Its message is shown after the next tick.
    await nextTick();
    focusWrong();
    return false;
  }

  async function show(failure: unknown): Promise<boolean> {
    const named = (describeError(failure).fields ?? []).filter(({ name }) => form.value?.getField(name));
    refused.value = refusing(named, draft());
    await nextTick();
    if (named.length > 0) await form.value?.validateField(named.map(({ name }) => name)).catch(() => false);
    await nextTick();
    return focusWrong();
  }

  return {
    rules: computed(() => withRules(rules(), refused.value)),
    validate,
    show,
    forget,
    focusFirst: () => focusFirstField(element()),
  };
}
