import './calendar-days.ts';

export { ElDatePicker } from 'element-plus/es/components/date-picker/index.mjs';
export { ElTimePicker } from 'element-plus/es/components/time-picker/index.mjs';
