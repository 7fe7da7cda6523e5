-- Dictionaries of the application: their types begin with its code.
INSERT INTO sys_dict_type (dict_id, tenant_id, dict_name, dict_type)
SELECT 120001, '000000', 'Carriers', 'mall_carrier'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_type WHERE tenant_id = '000000' AND dict_type = 'mall_carrier');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 120101, '000000', 'mall_carrier', 'SF Express', 'sf', 1
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'mall_carrier' AND dict_value = 'sf');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 120102, '000000', 'mall_carrier', 'DHL', 'dhl', 2
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'mall_carrier' AND dict_value = 'dhl');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 120103, '000000', 'mall_carrier', 'UPS', 'ups', 3
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'mall_carrier' AND dict_value = 'ups');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 120104, '000000', 'mall_carrier', 'Picked up', 'pickup', 4
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'mall_carrier' AND dict_value = 'pickup');

INSERT INTO sys_dict_type (dict_id, tenant_id, dict_name, dict_type)
SELECT 120002, '000000', 'Reasons for a cancellation', 'mall_cancel_reason'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_type WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 120105, '000000', 'mall_cancel_reason', 'The customer asked for it', 'customer', 1
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason' AND dict_value = 'customer');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 120106, '000000', 'mall_cancel_reason', 'Out of stock', 'stock', 2
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason' AND dict_value = 'stock');

INSERT INTO sys_dict_data (dict_code, tenant_id, dict_type, dict_label, dict_value, dict_sort)
SELECT 120107, '000000', 'mall_cancel_reason', 'The address is wrong', 'address', 3
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_dict_data WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason' AND dict_value = 'address');
