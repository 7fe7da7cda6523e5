import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import type { Figures } from '../api/figures.ts';
import install from '../index.ts';
import FiguresView from './FiguresView.vue';

const day = (statDate: string, salesCents: number) => ({ statDate, orders: 1, paidOrders: 1, salesCents });
const figures: Figures = {
  from: '2026-11-20',
  until: '2026-11-21',
  orders: 3,
  paidOrders: 2,
  salesCents: 10_001,
  refundCents: 0,
  lowStock: 1,
  days: [day('2026-11-20', 10_001), day('2026-11-21', 0)],
  topProducts: [{ productId: 1, productName: 'Tea', pieces: 2, salesCents: 10_001 }],
  statuses: [{ status: 'paid', total: 2 }],
};

async function show(answer: (days: unknown) => unknown) {
  const runtime = createTestRuntime({
    code: 'mall',
    answer: (_method, _url, { params }) => answer((params as { days: number }).days),
  });
  await install(runtime);
  const view = mount(FiguresView, {
    attachTo: document.body,
    global: { provide: { [uiServicesKey]: createTestUiServices(runtime) } },
  });
  await flushPromises();
  return view;
}

describe('the figures', () => {
  it('are shown with their average and a chart with a text alternative', async () => {
    const view = await show(() => figures);
    expect(view.get('.tiles').text()).toContain('50.01');
    expect(view.get('svg[role="img"]').attributes('aria-label')).toContain('100.01');
    expect(view.findAll('rect.bar').map((bar) => bar.attributes('height'))).toEqual(['100', '0']);
    expect(view.text()).toContain('Tea');
  });

  it('are reported as empty when nothing was sold', async () => {
    const none = { ...figures, paidOrders: 0, salesCents: 0, days: [day('2026-11-20', 0)] };
    const view = await show(() => ({ ...none, topProducts: [], statuses: [] }));
    expect(view.text()).toContain('Nothing was sold in this time.');
    expect(view.text()).toContain('No orders yet.');
    expect(view.get('.tiles').text()).toContain('–');
  });

  it('are requested again for another period, and show why loading failed', async () => {
    const asked: unknown[] = [];
    const view = await show((days) => {
      asked.push(days);
      if (asked.length === 1) return figures;
      throw new Error('The database did not answer.');
    });
    await view.get('input[type="radio"][value="7"]').setValue();
    await flushPromises();
    expect(asked).toEqual([30, 7]);
    expect(view.text()).toContain('The database did not answer.');
    expect(view.text()).toContain('Best sellers');
  });
});
