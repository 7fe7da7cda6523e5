-- How members come: what an operator adds to this dictionary can be chosen in the form.
INSERT INTO sys_dict_type (dict_id, tenant_id, dict_name, dict_type)
SELECT 130001, '000000', 'How members come', 'member_source'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_type WHERE tenant_id = '000000' AND dict_type = 'member_source');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 130101, '000000', 'member_source', 'Shop', 'shop', 1
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'member_source' AND dict_value = 'shop');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 130102, '000000', 'member_source', 'Website', 'web', 2
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'member_source' AND dict_value = 'web');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 130103, '000000', 'member_source', 'Recommendation', 'friend', 3
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'member_source' AND dict_value = 'friend');
