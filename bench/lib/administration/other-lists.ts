import { BASE, pick, tenant, type Ago, type Fill } from './fill-table.ts';

/** Rows of lists for which the design has no number: what a site of this size may have. */
const OTHERS = {
  posts: 500,
  dictionaries: 500,
  entries: 10_000,
  tenants: 300,
  sessions: 5_000,
  notices: 2_000,
  files: 100_000,
  tokens: 1_000,
  settings: 500,
  jobs: 500,
  tasks: 5_000,
  rightsChanges: 100_000,
} as const;

export function otherLists(ago: Ago): Fill[] {
  return [...ofPeople(ago), ...ofContent(ago), ...ofSystem(ago)];
}

const id = `${BASE} + i`;
const LATER = `'2099-01-01T00:00:00.000Z'`;

function ofPeople(ago: Ago): Fill[] {
  const user = { user_id: `${BASE} + 1 + i % 90000`, user_name: `'person' || i` };
  const session = {
    ...{ ...tenant, ...user, session_id: id, token_hash: `'scale' || i`, ip: `'192.0.2.' || (i % 250)` },
    ...{ last_seen: ago('i % 900'), create_time: ago('i'), expires: LATER },
    user_agent: `'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'`,
  };
  const token = {
    ...{ ...tenant, token_id: id, user_id: user.user_id, name: `'Script ' || i` },
    ...{ token_hash: `'script:scale' || i`, scopes_json: `'["system:user:list"]'`, expires: LATER },
  };
  const change = {
    ...{ ...tenant, ...user, entry_id: id, kind: `'role'`, subject: `'scale' || i`, user_tenant: `'000000'` },
    ...{ added_json: `'["system:user:list"]'`, removed_json: `'[]'`, before_json: `'[]'` },
    ...{ create_time: ago('i * 60'), ip: `'192.0.2.' || (i % 250)` },
  };
  return [
    {
      table: 'sys_post',
      count: OTHERS.posts,
      values: { ...tenant, post_id: id, post_code: `'post' || i`, post_name: `'Post ' || i` },
    },
    {
      table: 'sys_tenant',
      count: OTHERS.tenants,
      values: { tenant_code: `'scale' || i`, name: `'Tenant ' || i` },
    },
    { table: 'sys_session', count: OTHERS.sessions, values: session },
    { table: 'sys_token', count: OTHERS.tokens, values: token },
    { table: 'sys_rights_log', count: OTHERS.rightsChanges, values: change },
  ];
}

function ofContent(ago: Ago): Fill[] {
  const file = {
    ...{ ...tenant, oss_id: id, storage: `'local'`, object_key: `'scale/' || i || '.pdf'`, size: 'i * 7' },
    ...{ original_name: `'Report ' || i || '.pdf'`, content_type: `'application/pdf'` },
    create_time: ago('i'),
  };
  const notice = {
    ...{ ...tenant, notice_id: id, title: `'Notice ' || i`, notice_type: `'notice'`, status: 0 },
    ...{ content: `'The **works** of week ' || i`, create_time: ago('i * 600') },
  };
  const dictionary = { dict_id: id, dict_name: `'Dictionary ' || i`, dict_type: `'scale_' || i` };
  const entry = {
    ...{ ...tenant, dict_code: id, dict_type: `'scale_' || (1 + i % ${OTHERS.dictionaries})` },
    ...{ dict_label: `'Label ' || i`, dict_value: `'value' || i`, dict_sort: 'i' },
  };
  return [
    { table: 'sys_oss', count: OTHERS.files, values: file },
    { table: 'sys_notice', count: OTHERS.notices, values: notice },
    { table: 'sys_dict_type', count: OTHERS.dictionaries, values: { ...tenant, ...dictionary } },
    { table: 'sys_dict_data', count: OTHERS.entries, values: entry },
  ];
}

function ofSystem(ago: Ago): Fill[] {
  const setting = {
    ...{ ...tenant, config_id: id, config_name: `'Setting ' || i`, config_key: `'scale.setting' || i` },
    config_value: `'value ' || i`,
  };
  const job = {
    ...{ ...tenant, job_id: id, job_name: `'Job ' || i`, app_code: `'scale'`, executor: `'scaleJob'` },
    ...{ cron: `'0 0 3 * * *'`, status: 0 },
  };
  const task = {
    ...{ ...tenant, task_id: id, app_code: `'scale' || (i % 40)`, version: `'1.0.0'`, actor: `'admin'` },
    ...{ kind: pick(['install', 'upgrade', 'disable', 'enable'], 'i'), status: `'succeeded'` },
    ...{ progress: 100, steps_json: `'[]'`, owner_node: `'scale'`, create_time: ago('i * 900') },
    update_time: ago('i * 900'),
  };
  return [
    { table: 'sys_config', count: OTHERS.settings, values: setting },
    { table: 'sys_job', count: OTHERS.jobs, values: job },
    { table: 'app_task', count: OTHERS.tasks, values: task },
  ];
}
