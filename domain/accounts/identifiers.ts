import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing } from '../kernel/decider.ts'
import { OrderedMap } from '../kernel/collections.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant, oneOf, textUpTo } from '../kernel/primitives.ts'
import { isBefore, plusDays } from '../kernel/time.ts'
import { type AccountKind, accountKinds, type IdentifierKind, identifierKinds } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const identifierFields = {
  accountId: clear(Id),
  accountKind: clear(oneOf(accountKinds)),
  kind: clear(oneOf(identifierKinds)),
  /** Keyed hash; equal for accounts that share the identifier. Erased with the account. */
  hash: pii('accountId', textUpTo(64), ''),
}

/** The account uses the identifier from now on. */
const IdentifierAdded = event('IdentifierAdded', {
  ...identifierFields,
  /** It came with the registration. */
  registered: clear(t.boolean),
  at: clear(Instant),
})
/** The account no longer uses the identifier. */
export const IdentifierRemoved = event('IdentifierRemoved', { ...identifierFields, at: clear(Instant) })

/** A payout went to the address, so the account benefits from it. */
const IdentifierProven = event('IdentifierProven', { ...identifierFields, at: clear(Instant) })

export const IdentifierEvents = family(IdentifierAdded, IdentifierRemoved, IdentifierProven)
export type IdentifierEvent = EventIn<typeof IdentifierEvents>

// --- State ------------------------------------------------------------------------------------------

export interface Identifier {
  readonly kind: IdentifierKind
  readonly hash: string
  /** It came with the registration. */
  readonly registered: boolean
  /** A payout went to the address. */
  readonly proven: boolean
  readonly since: Instant
  /** Null while the account uses it. */
  readonly until: Instant | null
}

export interface IdentifierState {
  /** Null without identifiers. */
  readonly accountKind: AccountKind | null
  /** Present and former identifiers, by kind and hash. */
  readonly identifiers: OrderedMap<string, Identifier>
}

const evolve = (state: IdentifierState, { type, data }: IdentifierEvent): IdentifierState => {
  const { accountKind, kind, hash, at } = data
  const key = keyOf(kind, hash)
  const former = state.identifiers.get(key)
  if (type === 'IdentifierRemoved') {
    if (former === undefined) return state
    return { ...state, identifiers: state.identifiers.set(key, { ...former, until: at }) }
  }
  if (type === 'IdentifierProven') {
    if (former === undefined) return state
    return { ...state, identifiers: state.identifiers.set(key, { ...former, proven: true }) }
  }
  const { registered, proven, since } = former ?? { registered: data.registered, proven: false, since: at }
  return {
    accountKind,
    identifiers: state.identifiers.set(key, { kind, hash, registered, proven, since, until: null }),
  }
}

const keyOf = (kind: IdentifierKind, hash: string) => `${kind} ${hash}`

// --- Decisions --------------------------------------------------------------------------------------

interface IdentifierChange {
  readonly accountId: string
  readonly accountKind: AccountKind
  readonly at: Instant
}

/** The account has at most one identifier of this kind; null for none. */
export interface SetIdentifier extends IdentifierChange {
  readonly type: 'SetIdentifier'
  readonly kind: Exclude<IdentifierKind, 'device'>
  readonly hash: string | null
  readonly registered: boolean
}

/** A passkey was created on the device. */
export interface AddDevice extends IdentifierChange {
  readonly type: 'AddDevice'
  readonly hash: string
}

/** A payout of the account went to the address. */
export interface ProveIdentifier extends IdentifierChange {
  readonly type: 'ProveIdentifier'
  readonly kind: 'payout-address'
  readonly hash: string
}

export type IdentifierCommand = SetIdentifier | AddDevice | ProveIdentifier

type Decision = DecisionOf<IdentifierEvent>

const decide = (command: IdentifierCommand, state: IdentifierState): Decision =>
  command.type === 'ProveIdentifier' ? proveIdentifier(command, state) : addIdentifier(command, state)

const proveIdentifier = ({ type: _, ...proven }: ProveIdentifier, { identifiers }: IdentifierState): Decision =>
  identifiers.get(keyOf(proven.kind, proven.hash))?.proven === false
    ? accept({ type: 'IdentifierProven', data: proven })
    : nothing

const addIdentifier = (command: SetIdentifier | AddDevice, state: IdentifierState): Decision => {
  const { type, accountId, accountKind, hash, at } = command
  const kind = type === 'AddDevice' ? 'device' : command.kind
  const current = [...state.identifiers.values()].filter((known) => known.kind === kind && known.until === null)
  if (hash === null ? current.length === 0 : current.some((known) => known.hash === hash)) return nothing
  const replaced = type === 'AddDevice' ? [] : current
  const removed = replaced.map(({ hash: former }): IdentifierEvent => ({
    type: 'IdentifierRemoved',
    data: { accountId, accountKind, kind, hash: former, at },
  }))
  if (hash === null) return accept(...removed)
  const registered = type === 'SetIdentifier' && command.registered
  return accept(...removed, {
    type: 'IdentifierAdded',
    data: { accountId, accountKind, kind, hash, registered, at },
  })
}

/**
 * What an account may share with others: telephone, mailbox, payout address and the devices of its passkeys, as keyed
 * hashes. Load with `personalData: 'decrypted'`; after erasure no hash is left.
 */
export const accountIdentifiers: Aggregate<IdentifierCommand, IdentifierEvent, IdentifierState, never> = {
  category: 'identifiers',
  events: IdentifierEvents,
  initial: { accountKind: null, identifiers: OrderedMap() },
  evolve,
  decide,
}

// --- Connections ------------------------------------------------------------------------------------

/** Parameters of connections. */
const connectionRule = {
  version: 1,
  /** Days for which an identifier that an account no longer uses still connects it. */
  rememberedDays: 365,
} as const

/**
 * The kinds of identifier that connect two accounts; empty if they are independent.
 * @rule Q-123 accounts that share telephone, mailbox, payout address or passkey device are connected
 */
export const sharedIdentifiers = (
  first: IdentifierState,
  second: IdentifierState,
  at: Instant,
): readonly IdentifierKind[] =>
  [...first.identifiers].flatMap(([key, own]) => {
    const other = second.identifiers.get(key)
    const connects =
      other !== undefined &&
      own.hash !== '' &&
      isRemembered(own, at) &&
      isRemembered(other, at) &&
      !isAdopted({ ...own, accountKind: first.accountKind }, { ...other, accountKind: second.accountKind })
    return connects ? [own.kind] : []
  })

/** The account uses it, or did within the last year. */
export const isRemembered = ({ until }: Pick<Identifier, 'until'>, at: Instant): boolean =>
  until === null || isBefore(at, plusDays(until, connectionRule.rememberedDays))

type Holder = Pick<Identifier, 'kind' | 'registered' | 'proven' | 'since'> & Pick<IdentifierState, 'accountKind'>

/**
 * A business changed its telephone number, which nobody verifies, to that of a client, or took on a payout address that a
 * client had before, which the chain shows to everyone. It could otherwise keep a client from reviewing it. Once a payout of
 * the business goes to the address, the two have the same beneficiary.
 * @rule Q-123
 */
export const isAdopted = (first: Holder, second: Holder): boolean => {
  const business = [first, second].find(({ accountKind }) => accountKind === 'business')
  const client = [first, second].find(({ accountKind }) => accountKind === 'client')
  if (business === undefined || client === undefined) return false
  const canBeTakenOn = business.kind === 'phone' || business.kind === 'payout-address'
  return canBeTakenOn && !business.registered && !business.proven && !isBefore(business.since, client.since)
}

/**
 * The mailbox behind an e-mail address: without the tag after a plus, and at Gmail without dots.
 * @rule Q-123 normalised mailbox
 */
export const mailboxOf = (email: string): string => {
  const folded = email.trim().normalize('NFKC').toLowerCase()
  const separator = folded.lastIndexOf('@')
  const local = folded.slice(0, separator)
  const [untagged = ''] = local.split('+')
  const localPart = untagged === '' ? local : untagged
  const domain = folded.slice(separator + 1)
  return gmailDomains.has(domain) ? `${localPart.replaceAll('.', '')}@gmail.com` : `${localPart}@${domain}`
}

const gmailDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])
