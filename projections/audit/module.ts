import { auditEvents, auditHours } from './audit-events.ts'

export const auditProjections = { auditEvents, auditHours } as const
