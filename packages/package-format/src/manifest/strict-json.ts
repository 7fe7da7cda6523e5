/**
 * Ambiguities of JSON text: `JSON.parse` keeps the last of two equal keys, other readers the
 * first.
 */
export interface JsonDoubt {
  readonly code: 'MANIFEST_KEY_TWICE' | 'MANIFEST_KEY_RESERVED';
  readonly pointer: string;
  readonly key: string;
}

interface Container {
  readonly pointer: string;
  /** Undefined in a list. */
  readonly keys: Set<string> | undefined;
  /** Key or index of the current value. */
  current: string | number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
/** Names that reach an object's prototype when objects are merged. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds duplicate keys, in any spelling, and names of prototypes. @param text valid JSON */
export function findJsonDoubts(text: string): JsonDoubt[] {
  const doubts: JsonDoubt[] = [];
  const open: Container[] = [];
  let string: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    const container = open.at(-1);
    if (token === '{' || token === '[') {
      const pointer = container ? `${container.pointer}/${escaped(container.current)}` : '';
      open.push({ pointer, keys: token === '{' ? new Set() : undefined, current: 0 });
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && typeof container?.current === 'number') container.current++;
    else if (token === ':' && container?.keys && string !== undefined) {
      const key = JSON.parse(string) as string;
      const pointer = `${container.pointer}/${escaped(key)}`;
      if (container.keys.has(key)) doubts.push({ code: 'MANIFEST_KEY_TWICE', pointer, key });
      if (RESERVED.has(key)) doubts.push({ code: 'MANIFEST_KEY_RESERVED', pointer, key });
      container.keys.add(key);
      container.current = key;
    }
    string = token.startsWith('"') ? token : undefined;
  }
  return doubts;
}

const escaped = (segment: string | number): string =>
  String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
