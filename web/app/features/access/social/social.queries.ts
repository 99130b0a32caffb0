import { read } from '../../../shared/read.ts'

export const socialWays = read('social', 'socialWays', {})
export const dataDeletion = (code: string) => read('social', 'dataDeletion', { params: { code } })
