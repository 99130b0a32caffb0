import { advertisementEndpoints } from './advertisements.ts'
import { affiliateEndpoints } from './affiliate.ts'

export const promotion = { ...advertisementEndpoints, ...affiliateEndpoints }
