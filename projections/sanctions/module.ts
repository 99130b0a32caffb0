import { sanctions } from './sanctions.ts'

/** The read models of this context. */
export const sanctionsProjections = { sanctions } as const
