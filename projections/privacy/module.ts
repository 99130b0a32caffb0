import { erasures } from './erasures.ts'

/** The read models of this context. */
export const privacyProjections = { erasures } as const
