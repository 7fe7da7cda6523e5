-- What an operator has named otherwise stays.
UPDATE sys_dict_type SET dict_names = '{"zh-CN":"承运商"}'
WHERE tenant_id = '000000' AND dict_type = 'mall_carrier' AND dict_name = 'Carriers' AND dict_names IS NULL;

UPDATE sys_dict_type SET dict_names = '{"zh-CN":"取消原因"}'
WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason' AND dict_name = 'Reasons for a cancellation' AND dict_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"顺丰速运"}'
WHERE tenant_id = '000000' AND dict_type = 'mall_carrier' AND dict_value = 'sf' AND dict_label = 'SF Express' AND label_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"自提"}'
WHERE tenant_id = '000000' AND dict_type = 'mall_carrier' AND dict_value = 'pickup' AND dict_label = 'Picked up' AND label_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"客户要求"}'
WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason' AND dict_value = 'customer' AND dict_label = 'The customer asked for it' AND label_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"缺货"}'
WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason' AND dict_value = 'stock' AND dict_label = 'Out of stock' AND label_names IS NULL;

UPDATE sys_dict_data SET label_names = '{"zh-CN":"地址有误"}'
WHERE tenant_id = '000000' AND dict_type = 'mall_cancel_reason' AND dict_value = 'address' AND dict_label = 'The address is wrong' AND label_names IS NULL;
