import type { RuntimeCode, Sighting } from '../findings.ts';

/** A comparable snapshot of the page's shared state. */
export interface PageState {
  readonly title: string;
  /** `class`, `style` and other attributes of `html` and `body`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly nodes: ReadonlySet<Element>;
  readonly styles: ReadonlySet<unknown>;
  readonly globals: ReadonlySet<string>;
  /** Property of a prototype → its value or accessors. */
  readonly prototypes: ReadonlyMap<string, unknown>;
}

const BUILT_INS = [
  ...[
    'Object',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Function',
    'Promise',
    'Date',
    'RegExp',
    'Map',
    'Set',
    'Error',
  ],
  ...['EventTarget', 'Node', 'Element', 'HTMLElement', 'Document', 'Event', 'Storage', 'XMLHttpRequest'],
];
/** Globals that federation containers (design 5.1) and Vue's development build add. */
const PLATFORM_GLOBALS = /^css__|^__federation_|^__VUE/;
/** The popper container that Element Plus creates once. */
const ELEMENT_PLUS_NODES = '[id^="el-popper-container-"]';

/** Takes a snapshot; `host` is the element that views are mounted in. */
export function readPageState(host: Element): PageState {
  const { documentElement: html, body, head } = document;
  const attributes = [html, body].flatMap((element) =>
    [...element.attributes].map(({ name, value }): [string, string] => [
      `${name} of ${element.localName}`,
      name === 'class' ? [...element.classList].sort().join(' ') : value,
    ]),
  );
  return {
    title: document.title,
    attributes: new Map(attributes.filter(([, value]) => value !== '')),
    nodes: new Set([...body.children].filter((node) => node !== host && !node.matches(ELEMENT_PLUS_NODES))),
    styles: new Set<unknown>([
      ...head.querySelectorAll('style, link[rel="stylesheet"]:not([data-of-shell])'),
      ...document.adoptedStyleSheets,
    ]),
    globals: new Set(Object.getOwnPropertyNames(window).filter((name) => !PLATFORM_GLOBALS.test(name))),
    prototypes: new Map(BUILT_INS.flatMap(fingerprint)),
  };
}

function fingerprint(name: string): Array<[string, unknown]> {
  const { prototype } = (window as unknown as Record<string, { prototype: object }>)[name] ?? {};
  return Reflect.ownKeys(prototype ?? {}).map((key) => {
    const found = Object.getOwnPropertyDescriptor(prototype, key);
    return [
      `${name}.prototype.${String(key)}`,
      found && Object.hasOwn(found, 'get') ? Reflect.get(found, 'get') : (found?.value as unknown),
    ];
  });
}

/** Compares the state that the shell restores after a view; `when` ends the sentence. */
export function frameChanges(before: PageState, now: PageState, when: string): Sighting[] {
  const titles: Sighting[] =
    before.title === now.title
      ? []
      : [{ code: 'CHECK_RUN_TITLE_CHANGED', message: `document.title is "${now.title}" ${when}.` }];
  const names = new Set([...before.attributes.keys(), ...now.attributes.keys()]);
  const changed = [...names].filter((name) => before.attributes.get(name) !== now.attributes.get(name));
  return [
    ...titles,
    ...changed.map((name): Sighting => ({
      code: 'CHECK_RUN_PAGE_CHANGED',
      message: `${name} is "${now.attributes.get(name) ?? ''}" ${when}.`,
    })),
  ];
}

export function leftNodes(before: PageState, now: PageState, when: string): Sighting[] {
  return without(now.nodes, before.nodes).map((node) => ({
    code: 'CHECK_RUN_NODE_LEFT',
    message: `${openingTag(node)} is in the body ${when}.`,
  }));
}

/** @param owners element → the view that added it */
export function leftStyles(
  before: PageState,
  now: PageState,
  owners: ReadonlyMap<unknown, string | undefined>,
  when: string,
): Sighting[] {
  return without(now.styles, before.styles).map((style) => ({
    code: 'CHECK_RUN_STYLE_LEFT',
    message: `${style instanceof Element ? openingTag(style) : 'A sheet'} is on the page ${when}.`,
    view: owners.get(style),
  }));
}

/** Compares the state that only a reload resets. */
export function lastingChanges(before: PageState, now: PageState, when: string): Sighting[] {
  const told = (code: RuntimeCode, names: readonly string[], what: string): Sighting[] =>
    names.map((name) => ({ code, message: `${what}${name} was added or changed ${when}.` }));
  const changed = [...new Set([...before.prototypes.keys(), ...now.prototypes.keys()])].filter(
    (name) => before.prototypes.get(name) !== now.prototypes.get(name),
  );
  return [
    ...told('CHECK_RUN_GLOBAL_LEFT', without(now.globals, before.globals), 'window.'),
    ...told('CHECK_RUN_PROTOTYPE_CHANGED', changed, ''),
  ];
}

/** Restores title, classes and styles, so that the next view starts clean. */
export function restoreFrame({ title, attributes }: PageState): void {
  if (document.title !== title) document.title = title;
  for (const element of [document.documentElement, document.body]) {
    const wanted = (name: string): string | undefined => attributes.get(`${name} of ${element.localName}`);
    for (const { name } of [...element.attributes])
      if (wanted(name) === undefined) element.removeAttribute(name);
    for (const [key, value] of attributes) {
      const [name = '', owner] = key.split(' of ');
      if (owner === element.localName && element.getAttribute(name) !== value)
        element.setAttribute(name, value);
    }
  }
}

const without = <T>(now: ReadonlySet<T>, before: ReadonlySet<T>): T[] =>
  [...now].filter((one) => !before.has(one));

const openingTag = (node: Element): string =>
  (node.cloneNode(false) as Element).outerHTML.replace(/<\/.*$/, '');
