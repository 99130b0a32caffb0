import { hasAdminRole, hasAuditorRole, hasModeratorRole, type Person } from './person.ts'
import type { AccessRejection } from './rejections.ts'
import type { SanctionsRejection } from './sanctions/rejections.ts'

/**
 * Who may run a use case. Every condition that is set must hold; `{}` admits every signed-in person who is not suspended.
 */
export interface AccessRule {
  /** Only accounts of this kind. */
  readonly kind?: 'business' | 'client'
  /** @rule Q-24 the e-mail address is confirmed */
  readonly confirmed?: true
  /** Moderators and administrators. */
  readonly moderator?: true
  readonly admin?: true
  /** Auditors and administrators. */
  readonly auditor?: true
  /** Also allowed while suspended. */
  readonly suspended?: true
}

export const signedIn: AccessRule = {}
export const evenSuspended: AccessRule = { suspended: true }
export const business: AccessRule = { kind: 'business' }
export const client: AccessRule = { kind: 'client' }
export const confirmed: AccessRule = { confirmed: true }
export const confirmedBusiness: AccessRule = { kind: 'business', confirmed: true }
export const confirmedClient: AccessRule = { kind: 'client', confirmed: true }
export const moderator: AccessRule = { moderator: true }
export const admin: AccessRule = { admin: true }

/** Why the person may not run the use case; null if they may. */
export const accessRejection = (
  rule: AccessRule,
  person: Person | null,
): AccessRejection | SanctionsRejection | null => {
  if (person === null) return { type: 'NotSignedIn' }
  const { suspension } = person
  if (suspension !== null && !rule.suspended) return { type: 'AccountSuspended', ...suspension }
  if ((rule.moderator || rule.admin || rule.auditor) && person.secondFactorDue) return { type: 'SecondFactorDue' }
  if (rule.moderator && !hasModeratorRole(person)) return { type: 'Forbidden', needs: 'moderator' }
  if (rule.admin && !hasAdminRole(person)) return { type: 'Forbidden', needs: 'admin' }
  if (rule.auditor && !hasAuditorRole(person)) return { type: 'Forbidden', needs: 'auditor' }
  if (rule.kind !== undefined && rule.kind !== person.kind) return { type: 'Forbidden', needs: rule.kind }
  if (rule.confirmed && !person.emailConfirmed) return { type: 'EmailNotConfirmed' }
  return null
}
