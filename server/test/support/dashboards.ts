import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../../../scripts/lib/paths.ts';

interface Panel {
  readonly title: string;
  readonly targets: ReadonlyArray<{ readonly expr: string }>;
}

export interface Dashboard {
  readonly file: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: ReadonlyArray<{ name: string; type: string; query: string }> };
}

/** The dashboards of `deploy/grafana`. */
export const dashboards = (): readonly Dashboard[] =>
  readdirSync(inRoot('deploy/grafana'))
    .filter((name) => name.endsWith('.json'))
    .map((file) => {
      const dashboard = JSON.parse(readFileSync(inRoot('deploy/grafana', file), 'utf8')) as Dashboard;
      return { ...dashboard, file };
    });
