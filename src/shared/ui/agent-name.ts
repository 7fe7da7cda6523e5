import Bowser from 'bowser';

/** Browser and system that a user agent names. */
export interface AgentName {
  readonly browser: string;
  readonly system: string;
}

/**
 * Undefined where the text names no known browser and its system: the text itself then says more,
 * for example the name of a program.
 */
export function agentName(userAgent: string): AgentName | undefined {
  if (!userAgent.trim()) return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  return browser.name && os.name ? { browser: browser.name, system: os.name } : undefined;
}
