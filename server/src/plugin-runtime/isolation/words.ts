/** The words of a text that is written over several lines. */
export const words = (text: string): string[] => text.split(/\s+/);
