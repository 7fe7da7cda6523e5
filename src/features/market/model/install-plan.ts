import { ArrowLeftRight, Cable, Download, LayoutGrid, Lock, TriangleAlert, Zap } from '@lucide/vue';
import type { Consequence } from '@/shared/tasks';
import type { OfferDetail } from '@platform/host-api';
import { askedPermissions } from './manifest-facts.ts';
import type { OfferAction } from './offer.ts';

export type Change = Extract<OfferAction, { kind: 'install' | 'upgrade' }>;
type Translate = (key: string, values?: Record<string, unknown>) => string;

/** "Install shop 1.0.0", "Install shop 1.0.0 with member". */
export function installWords(
  name: string,
  { version, needs }: Extract<OfferAction, { kind: 'install' }>,
  t: Translate,
): string {
  return needs
    ? t('market.action.installWith', { name, version, needs: needs.join(', ') })
    : t('market.action.install', { name, version });
}

/** Effects of an installation or upgrade for those who may not ask for its plan. */
export function installPlan(
  app: OfferDetail,
  change: Change,
  { t, bytes }: { t: Translate; bytes: (size: number) => string },
): Consequence[] {
  const version = app.versions.find((other) => other.version === change.version);
  const size = bytes(version?.packageSize ?? 0);
  const signed = (version?.signatureState ?? app.signatureState) === 'signed';
  const asked = askedPermissions(app.manifest?.permissions ?? []).map(({ name }) =>
    t(`shared.task.plan.permission.${name}`),
  );
  const upgrade = change.kind === 'upgrade';
  return [
    ...(version?.deprecateReason
      ? [
          {
            icon: TriangleAlert,
            text: t('market.plan.deprecated', { reason: version.deprecateReason }),
            tone: 'warn' as const,
          },
        ]
      : []),
    signed
      ? { icon: Download, text: t('market.plan.download', { size }) }
      : { icon: Lock, text: t('market.plan.downloadUnsigned', { size }), tone: 'warn' },
    ...(upgrade ? [{ icon: LayoutGrid, text: t('market.plan.menusUpdate') }] : []),
    upgrade
      ? {
          icon: ArrowLeftRight,
          text: t('market.plan.swap', { from: app.installedVersion, to: change.version }),
        }
      : { icon: Zap, text: t('market.plan.load') },
    ...(asked.length > 0
      ? [
          {
            icon: Cable,
            text: t('market.plan.asks', { names: asked.join(', ') }),
            tone: 'warn' as const,
          },
        ]
      : []),
  ];
}
