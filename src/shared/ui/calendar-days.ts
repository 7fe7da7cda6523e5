// The texts of Element Plus do not say on which day a week begins.
import 'dayjs/locale/zh-cn.js';
