/**
 * Collects errors that nobody catches, which would end a host. The test runner reports them too.
 */
export function watchUncaught(): { readonly errors: unknown[]; stop(): void } {
  const errors: unknown[] = [];
  const note = (error: unknown): void => void errors.push(error);
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, note);
  return { errors, stop: () => events.forEach((event) => process.off(event, note)) };
}
