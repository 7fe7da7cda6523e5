import { builtPath, type CheckedProject, type CheckFinding } from '../finding.ts';

type Severity = CheckFinding['severity'];

/** What a run in the browser can find: how bad it is, and what to do. */
const RULES = {
  CHECK_RUN_ENTRY_FAILED: [
    'error',
    'Build again; look at the message for what failed while it was evaluated.',
  ],
  CHECK_RUN_ENTRY_INVALID: ['error', 'Build with defineRemoteApp.'],
  CHECK_RUN_INSTALL_MISSING: ['error', 'Default-export defineApp({ views }) from src/index.ts.'],
  CHECK_RUN_INSTALL_FAILED: ['error', 'Correct setup(runtime) of defineApp.'],
  CHECK_RUN_INSTALL_INVALID: ['error', 'Default-export defineApp({ views }) from src/index.ts.'],
  CHECK_RUN_MANIFEST_CODE: ['error', 'Build this application, and make its code and app.json agree.'],
  CHECK_RUN_TIMEOUT: ['error', 'Await nothing there that may never come; load data in the view.'],
  CHECK_RUN_VIEW_MISSING: ['error', 'Export the view from src/index.ts, or correct the menu’s component.'],
  CHECK_RUN_VIEW_FAILED: ['error', 'Correct what the view’s module does while it is evaluated.'],
  CHECK_RUN_VIEW_INVALID: ['error', 'Export a component: the default export of a .vue file.'],
  CHECK_RUN_VIEW_EMPTY: ['warning', 'Show a title and what is missing, also while there is no data.'],
  CHECK_RUN_SETUP_FAILED: ['error', 'Correct the view’s setup.'],
  CHECK_RUN_RENDER_FAILED: ['error', 'Allow in the template for data that is not there yet.'],
  CHECK_RUN_HOOK_FAILED: ['error', 'Correct the hook or watcher.'],
  CHECK_RUN_REJECTION: ['error', 'Await the promise and tell the person what failed, or catch it.'],
  CHECK_RUN_UNCAUGHT: ['error', 'Correct it, or catch it where it happens.'],
  CHECK_RUN_CONSOLE_ERROR: ['error', 'Mend what is reported, or leave the output out.'],
  CHECK_RUN_CONSOLE_WARNING: ['warning', 'Mend what is reported, or leave the output out.'],
  CHECK_RUN_VUE_WARNING: ['error', 'Mend what Vue reports; it is silent in production, and the fault stays.'],
  CHECK_RUN_FILE_MISSING: [
    'error',
    'Build again; import files, or use runtime.asset(path) for those of public/.',
  ],
  CHECK_RUN_REQUEST_DIRECT: ['warning', 'Use runtime.request, and ship the files that a view needs.'],
  CHECK_RUN_LISTENER_LEFT: ['error', 'Remove it in onUnmounted, or in runtime.onDispose.'],
  CHECK_RUN_INTERVAL_LEFT: ['error', 'Call clearInterval in onUnmounted, or in runtime.onDispose.'],
  CHECK_RUN_TIMEOUT_LEFT: ['warning', 'Call clearTimeout or cancelAnimationFrame in onUnmounted.'],
  CHECK_RUN_CONNECTION_LEFT: ['error', 'Call close() in onUnmounted, or in runtime.onDispose.'],
  CHECK_RUN_TITLE_CHANGED: ['error', 'Name the menu in app.json: the shell sets the title.'],
  CHECK_RUN_PAGE_CHANGED: ['error', 'Put classes and styles on the view’s root element.'],
  CHECK_RUN_STYLE_LEFT: ['error', 'Write styles in .vue or imported .css files: the shell removes them.'],
  CHECK_RUN_GLOBAL_LEFT: ['error', 'Keep it in a module, or use runtime.events.'],
  CHECK_RUN_PROTOTYPE_CHANGED: ['error', 'Write a function of your own instead.'],
  CHECK_RUN_NODE_LEFT: ['error', 'Use <Teleport> or a dialog of Element Plus; remove nodes in onUnmounted.'],
  CHECK_RUN_DISPOSE_FAILED: ['error', 'Correct the function that was given to runtime.onDispose.'],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>;

export type RuntimeCode = keyof typeof RULES;

/** What the page saw; `url` and `line` where a script's place is known. */
export interface Sighting {
  readonly code: RuntimeCode;
  readonly message: string;
  /** The view it belongs to, where it is known better than by when it was seen. */
  readonly view?: string;
  readonly url?: string;
  readonly line?: number;
}

/** Sightings as findings, each once, with the built file where one is known. */
export function toFindings(project: CheckedProject, sightings: readonly Sighting[]): CheckFinding[] {
  const findings = sightings.map(({ code, message: text, view, url, line }): CheckFinding => {
    const [severity, fix] = RULES[code];
    const message = view === undefined ? text : `View ${view}: ${text}`;
    const name = url === undefined ? 'index.js' : url.replace(/^.*?\/remote-apps\/[^/]+\//, '');
    return { code, severity, file: builtPath(project, name), line, message, fix };
  });
  const unique = new Map(
    findings.map((finding) => [`${finding.code} ${finding.file} ${finding.message}`, finding]),
  );
  return [...unique.values()];
}
