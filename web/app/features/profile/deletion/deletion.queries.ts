import { read } from '../../../shared/read.ts'

/** Asked anew each time: what stood in the way may be gone. */
export const deletionEligibility = { ...read('account', 'deletionEligibility', {}), gcTime: 0 }
export const deletionPreview = { ...read('account', 'deletionPreview', {}), gcTime: 0 }
