import { everyTenSeconds } from '../../shared/polled.ts'
import { read } from '../../shared/read.ts'

/** */
export const companyWallet = { ...read('company', 'companyWallet', {}), ...everyTenSeconds }
