import type { FormRules } from 'element-plus/es/components/form/index.mjs';
import type { ErrorField } from '../../ui-services.ts';

/**
 * Rules that refuse what the server has refused, until it is changed.
 *
 * @param draft the form as it was sent
 */
export function refusing(fields: readonly ErrorField[], draft: object): FormRules {
  const sent = { ...draft } as Record<string, unknown>;
  return Object.fromEntries(
    fields.map(({ name, message }) => [
      name,
      {
        trigger: ['blur', 'change'],
        validator: (_rule: unknown, value: unknown, done: (error?: Error) => void) =>
          done(value === sent[name] ? new Error(message) : undefined),
      },
    ]),
  );
}

/** The rules of a form with further ones. */
export function withRules(rules: FormRules | undefined, further: FormRules): FormRules | undefined {
  if (Object.keys(further).length === 0) return rules;
  const added = Object.entries(further).map(([name, rule]) => [name, [rules?.[name] ?? [], rule].flat()]);
  return { ...rules, ...(Object.fromEntries(added) as FormRules) };
}
