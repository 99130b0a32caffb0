import { auditEvents, auditHours } from './audit-events.ts'
import { auditPostings } from './audit-postings.ts'

export const auditProjections = { auditEvents, auditPostings, auditHours } as const
