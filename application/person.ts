import type { StaffRole } from '../domain/accounts/account-events.ts'
import type { AccountState } from '../domain/accounts/account.ts'
import type { Instant } from '../domain/kernel/primitives.ts'
import { activeSuspension, type Sanction, type SanctionRecordState } from '../domain/sanctions/sanction-record.ts'

/** Who asks, as the write side knows them; never what a request says of itself. */
export interface Person {
  readonly accountId: string
  readonly kind: 'business' | 'client'
  /** `clients.id`; null for a business. */
  readonly clientId: string | null
  readonly emailConfirmed: boolean
  readonly registeredAt: Instant
  readonly roles: readonly StaffRole[]
  /** There are roles, but they are withheld until a passkey is shown. */
  readonly secondFactorDue?: true
  /** What keeps the account out; null or nothing when it is welcome (B-35). */
  readonly suspension?: Suspension | null
}

export type Suspension = Pick<Sanction, 'sanctionId' | 'reason' | 'until'>

export interface Caller {
  /** Null for a visitor. */
  readonly person: Person | null
  readonly correlationId: string
}

export const personOf = (state: AccountState, suspension: Suspension | null = null): Person | null => {
  if (state.kind === null) return null
  const { accountId, kind, clientId, emailConfirmed, registeredAt, roles } = state
  return { accountId, kind, clientId, emailConfirmed, registeredAt, roles, suspension }
}

/** A suspension past its end is over, whether or not anybody has written that down. */
export const suspensionOf = (state: SanctionRecordState, at: Instant): Suspension | null => {
  const sanction = activeSuspension(state, at)
  if (sanction === null) return null
  const { sanctionId, reason, until } = sanction
  return { sanctionId, reason, until }
}

export const hasAdminRole = ({ roles }: Person): boolean => roles.includes('ADMIN')

export const hasModeratorRole = (person: Person): boolean => person.roles.includes('MODERATORE') || hasAdminRole(person)

/** The word the wire uses: a business account is a `user`. */
export const authorTypeOf = ({ kind }: Person): 'user' | 'client' => (kind === 'business' ? 'user' : 'client')
