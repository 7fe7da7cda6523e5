import { Cable, CircleCheck, Download, Info, KeyRound, Lock, TriangleAlert, User } from '@lucide/vue';
import type { Consequence } from './consequence.ts';
import type { OperationPlan } from './operation-plan.ts';

export interface FactWords {
  readonly t: (key: string, values?: Record<string, unknown>) => string;
  readonly bytes: (size: number) => string;
  /** Name of a permission in the person's language. */
  readonly permission: (name: string) => string;
  /** A warning in the person's language. */
  readonly warning: (warning: OperationPlan['warnings'][number]) => string;
}

type Tone = Consequence['tone'];

/** Said by the plan's own lines about permissions and the signature. */
const SAID_ELSEWHERE = /^(PERMISSIONS_ASKED|PACKAGE_UNSIGNED|PACKAGE_SIGNATURE_.*)$/;

/** A plan in lines, risks first (design 15.5). A line that does not apply is left out. */
export function planFacts(plan: OperationPlan, words: FactWords): Consequence[] {
  const { dependents, fromVersion, menus, needed, packageSize, scripts, skippedScripts } = plan;
  const { tables, tenants, toVersion, warnings } = plan;
  const fact = (applies: boolean, key: string, icon: Consequence['icon'], values = {}, tone?: Tone) =>
    applies ? [{ icon, text: words.t(`shared.task.plan.${key}`, values), ...(tone ? { tone } : {}) }] : [];
  const count = (names: readonly unknown[]) => ({ count: names.length });
  const list = (names: readonly string[]) => ({ count: names.length, names: names.join(', ') });
  const tenantIds = tenants.tenantIds.length > 0 ? ` (${tenants.tenantIds.join(', ')})` : '';
  const [signature, isSafe] = signatureFact(plan, words);
  const gone = [...tables.dropped, ...tables.cleared];
  const changesOthers = needed.length + dependents.length + tenants.total > 0;
  const changesCode = fromVersion !== null && toVersion !== null && fromVersion !== toVersion;
  return [
    ...permissionFacts(plan, words, true),
    ...warnings
      .filter(({ code }) => !SAID_ELSEWHERE.test(code))
      .map((warning) => ({ icon: TriangleAlert, text: words.warning(warning), tone: 'warn' as const })),
    ...(isSafe ? [] : signature),
    ...fact(gone.length > 0, 'forever', TriangleAlert, count(gone), 'bad'),
    ...fact(scripts.length > 0, 'scripts', TriangleAlert, count(scripts), 'warn'),
    ...fact(skippedScripts.length > 0, 'skipped', TriangleAlert, list(skippedScripts), 'warn'),
    ...fact(tenants.total > 0, 'tenants', User, { count: tenants.total, ids: tenantIds }, 'warn'),
    ...fact(menus.removed.length > 0, 'grantsGo', User),
    ...fact(
      dependents.length > 0,
      'dependents',
      Cable,
      list(dependents.map(({ appCode, range }) => `${appCode} (${range})`)),
    ),
    ...fact(
      needed.length > 0,
      'needed',
      Cable,
      list(needed.map(({ appCode, version }) => `${appCode} ${version}`)),
    ),
    ...permissionFacts(plan, words, false),
    ...(isSafe ? signature : []),
    ...fact(!changesOthers, 'othersStay', CircleCheck, {}, 'good'),
    ...fact(plan.action === 'rollback', 'dataUntouched', CircleCheck, {}, 'good'),
    ...fact(changesCode, 'serves', Info, { from: fromVersion }),
    ...fact(packageSize > 0, 'fetches', Download, { size: words.bytes(packageSize) }),
  ];
}

function permissionFacts(plan: OperationPlan, words: FactWords, isNew: boolean): Consequence[] {
  return plan.permissions
    .filter((asked) => asked.isNew === isNew)
    .map(({ name, scope }) => {
      const what = words.permission(name);
      const target = scope.length > 0 ? scope.join(', ') : anyTarget(name, words);
      const values = { what: target ? `${what}: ${target}` : what };
      return isNew
        ? { icon: TriangleAlert, text: words.t('shared.task.plan.asks', values), tone: 'warn' as const }
        : { icon: Info, text: words.t('shared.task.plan.asksStill', values) };
    });
}

function anyTarget(name: string, { t }: FactWords): string | undefined {
  return name === 'network' ? t('shared.task.plan.anyHost') : undefined;
}

/** The line about the signature, and whether it was checked and holds. */
function signatureFact({ signature }: OperationPlan, { t }: FactWords): [Consequence[], boolean] {
  if (!signature) return [[], true];
  const isSigned = signature.state === 'signed';
  const text = t(`shared.task.plan.signature.${signature.state}`, { key: signature.keyId ?? '' });
  return [[{ icon: isSigned ? KeyRound : Lock, text, tone: isSigned ? 'good' : 'warn' }], isSigned];
}
