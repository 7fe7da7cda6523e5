import type { ListResult, PageRequest } from '@platform/remote-app';
import { useRuntime } from '../runtime.ts';

export const orderStatuses = [
  'unpaid',
  'paid',
  'shipped',
  'completed',
  'cancelled',
  'refunding',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export interface OrderRow {
  id: number;
  orderNo: string;
  userName: string;
  receiver: string;
  status: OrderStatus;
  payCents: number;
  pieces: number;
  products: string;
  createTime: string;
}

export interface OrderItem {
  productId: number;
  productName: string;
  priceCents: number;
  quantity: number;
  amountCents: number;
}

export interface OrderLog {
  id: number;
  action: string;
  operatorName: string | null;
  note: string | null;
  createTime: string;
}

export interface Order {
  id: number;
  orderNo: string;
  userName: string;
  receiver: string;
  phone: string;
  address: string;
  remark: string | null;
  status: OrderStatus;
  goodsCents: number;
  promotionCents: number;
  couponCents: number;
  payCents: number;
  channel: string | null;
  payNo: string | null;
  points: number;
  carrier: string | null;
  trackingNo: string | null;
  createTime: string;
  items: OrderItem[];
  logs: OrderLog[];
}

export interface OrderFilter {
  keyword?: string;
  status?: OrderStatus;
  from?: string;
  until?: string;
}

export function listOrders(
  query: OrderFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListResult<OrderRow>> {
  return useRuntime().request.get('/mall/order/list', { params: query, signal });
}

export function getOrder(orderNo: string, signal?: AbortSignal): Promise<Order> {
  return useRuntime().request.get(`/mall/order/${orderNo}`, { signal });
}

/** Moves an order to its next state. */
export async function moveOrder(
  orderNo: string,
  step: 'confirm' | 'ship' | 'cancel' | 'refund',
  body: object = {},
): Promise<void> {
  await useRuntime().request.post(`/mall/order/${orderNo}/${step}`, body);
}
