import { sanctions } from './sanctions.ts'

export const sanctionsProjections = { sanctions } as const
