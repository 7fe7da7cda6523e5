/**
 * Fills in variables as compose does: `${NAME}`, `${NAME:-where it is empty}`, `${NAME:+where it is
 * not}`.
 */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([-+])([^}]*))?\}/g,
    (_whole, name: string, operator: string | undefined, other: string | undefined) => {
      const value = variables[name] ?? '';
      if (operator === '-') return value === '' ? (other ?? '') : value;
      if (operator === '+') return value === '' ? '' : (other ?? '');
      return value;
    },
  );
}
