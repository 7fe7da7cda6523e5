/** Keys of earlier versions, with their replacements. */
export const removedKeys: ReadonlyMap<string, string> = new Map([
  ['platform.node', 'each host leases its number from the database. Remove it.'],
]);
