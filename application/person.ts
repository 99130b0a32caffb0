import { hasPermission } from '../domain/accounts/rules.ts'
import type { StaffRole } from '../domain/accounts/vocabulary.ts'
import type { AccountState } from '../domain/accounts/account-state.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import { activeSuspension, type Sanction, type SanctionRecordState } from '../domain/sanctions/sanction-record.ts'

/** The signed-in account, of a client or a business, loaded from the write side; never taken from the request. */
export interface Person {
  readonly accountId: string
  readonly kind: 'business' | 'client'
  /** Client id, null for businesses. @rule D-01 */
  readonly clientId: string | null
  readonly emailConfirmed: boolean
  readonly registeredAt: Instant
  readonly roles: readonly StaffRole[]
  /** The roles are withheld until the person signs in with a passkey. */
  readonly secondFactorDue?: true
  /** @rule B-35 an active suspension denies all but `evenSuspended`; null without one */
  readonly suspension: Suspension | null
}

/** What the API says about a suspension. */
export type Suspension = Pick<Sanction, 'sanctionId' | 'reason' | 'until'>

/** Sender of a command. */
export interface Caller {
  /** Null for visitors. */
  readonly person: Person | null
  /** Identifies the request; events and logs carry it. */
  readonly correlationId: string
}

/** Null for an account that does not exist or is deleted. */
export const personOf = (state: AccountState, suspension: Suspension | null): Person | null => {
  if (state.kind === null) return null
  const { accountId, kind, clientId, emailConfirmed, registeredAt, roles } = state
  return { accountId, kind, clientId, emailConfirmed, registeredAt, roles, suspension }
}

/** The suspension in force at `at`; null without one. Ignores suspensions past their end, even before their expiry is recorded. */
export const suspensionOf = (state: SanctionRecordState, at: Instant): Suspension | null => {
  const sanction = activeSuspension(state, at)
  if (sanction === null) return null
  const { sanctionId, reason, until } = sanction
  return { sanctionId, reason, until }
}

export const hasAdminRole = ({ roles }: Person): boolean => hasPermission(roles, 'administer')

export const hasAuditorRole = ({ roles }: Person): boolean => hasPermission(roles, 'audit')

export const hasModeratorRole = ({ roles }: Person): boolean => hasPermission(roles, 'moderate')

/** @rule Q-56 the API calls business accounts `user` */
export const authorTypeOf = ({ kind }: Person): 'user' | 'client' => (kind === 'business' ? 'user' : 'client')
