/** Values that a reader fills in, by the text that the documents have there. */
export type Values = ReadonlyMap<string, string>;

/**
 * Replaces what readers replace by values of the sandbox.
 *
 * @throws Error where a placeholder has no value
 */
export function fillIn(text: string, values: Values): string {
  let filled = text;
  for (const [written, value] of values)
    filled = filled.replaceAll(written, () => withCommand(written, value));
  const [left] = /…|<[a-z][\w -]*>/.exec(filled) ?? [];
  if (left !== undefined) throw new Error(`There is no value for "${left}" in "${text}".`);
  return filled;
}

/** `tokens revoke <id>` names its placeholder with the words before it, which stay. */
const withCommand = (written: string, value: string): string =>
  written.endsWith(' <id>') ? written.replace('<id>', value) : value;

/** A start of a host with ports of its own, and with a data directory unless it names one. */
export function onOwnPorts(text: string, data: string, [port, api]: readonly [number, number]): string {
  const place = text.includes('--data ') ? '' : ` --data ${data}`;
  const separator = text.includes(' -- ') ? '' : ' --';
  return `${text}${separator}${place} --port ${port} --api-port ${api} --no-samples`;
}
