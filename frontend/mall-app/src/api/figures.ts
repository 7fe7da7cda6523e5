import type { OrderStatus } from './orders.ts';
import { useRuntime } from '../runtime.ts';

export interface DailyFigures {
  statDate: string;
  orders: number;
  paidOrders: number;
  salesCents: number;
}

export interface Figures {
  from: string;
  until: string;
  orders: number;
  paidOrders: number;
  salesCents: number;
  refundCents: number;
  lowStock: number;
  days: DailyFigures[];
  topProducts: { productId: number; productName: string; pieces: number; salesCents: number }[];
  statuses: { status: OrderStatus; total: number }[];
}

export function getFigures(days: number, signal?: AbortSignal): Promise<Figures> {
  return useRuntime().request.get('/mall/stat/overview', { params: { days }, signal });
}
