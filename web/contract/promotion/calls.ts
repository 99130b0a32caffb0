import { advertisementCalls } from './advertisements.ts'
import { affiliateCalls } from './affiliate.ts'

export const promotion = { ...advertisementCalls, ...affiliateCalls }
