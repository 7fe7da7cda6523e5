/** Keys that earlier versions read, and what took their place. */
export const removedKeys: ReadonlyMap<string, string> = new Map([
  ['platform.node', 'each host leases its number from the database. Remove it.'],
]);
