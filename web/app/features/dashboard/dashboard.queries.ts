import { read } from '../../shared/read.ts'

export const statistics = read('statistics', 'dashboardStats', {})
