import type { ListResult, PageRequest } from '@platform/remote-app';
import { useRuntime } from '../runtime.ts';

export const memberLevels = ['bronze', 'silver', 'gold'] as const;
export const memberStatuses = ['active', 'frozen'] as const;

export type MemberLevel = (typeof memberLevels)[number];
export type MemberStatus = (typeof memberStatuses)[number];

/** The edited member; a new one without an id. */
export interface MemberDraft {
  id?: number;
  name: string;
  phone: string;
  level: MemberLevel;
  points: number;
  status: MemberStatus;
  /** Source of the member, an entry of the dictionary `member_source`. */
  source?: string | null;
}

export interface Member extends MemberDraft {
  id: number;
  createTime: string;
}

export interface MemberFilter {
  name?: string;
  level?: MemberLevel;
}

export function listMembers(
  query: MemberFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListResult<Member>> {
  return useRuntime().request.get('/member/member/list', { params: query, signal });
}

export async function saveMember(draft: MemberDraft): Promise<void> {
  const { request } = useRuntime();
  const body = { ...draft, source: draft.source ?? undefined };
  await (draft.id === undefined ? request.post('/member/member', body) : request.put('/member/member', body));
}

export async function removeMembers(ids: readonly number[]): Promise<void> {
  await useRuntime().request.delete(`/member/member/${ids.join(',')}`);
}
