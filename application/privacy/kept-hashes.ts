import { accountIdentifiers, type IdentifierState, isRemembered } from '../../domain/accounts/identifiers.ts'
import { account } from '../../domain/accounts/account.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { isBefore, plusDays, plusMonths } from '../../domain/kernel/time.ts'
import {
  activeSanction,
  activeSuspension,
  type Sanction,
  sanctionRecord,
} from '../../domain/sanctions/sanction-record.ts'
import type { AuthServices } from '../accounts/auth-services.ts'
import type { KeptHash } from '../accounts/ports.ts'
import { idsWhose, load, streamOf } from '../command-handler.ts'
import { rejectedWith, type Result, type UseCaseContext } from '../use-case.ts'

/** Months for which a permanent suspension outlives the account. */
const permanentMonths = 24

/**
 * Keeps keyed hashes of what identifies the owner of an account that is about to be deleted, before anything is erased:
 * while a sanction runs or a venue has a score, against registering again; for the review interval, against a second
 * review of the same target. Nothing can be read from them, and they are deleted when their time is over.
 * @rule Q-129 bans outlive deletion
 */
export const keepHashes = (auth: AuthServices, accountId: string): Result<void> => {
  const at = auth.clock()
  return pipe(
    TE.Do,
    TE.bind('owner', () => load(auth)(account, accountId)),
    TE.bind('sanctions', () => load(auth)(sanctionRecord, accountId)),
    TE.bind('traces', () => tracesOf(auth, accountId, at)),
    TE.bindW('score', () => auth.lookups.reviews.fullScore(accountId)),
    TE.bindW('reviewed', () => reviewedLately(auth, accountId, at)),
    TE.map(({ owner: { state }, sanctions, traces, score, reviewed }): readonly KeptHash[] => {
      const hasScore = state.kind === 'business' && score.counted > 0
      const scoreUntil = hasScore ? plusDays(at, auth.ruleSettings.privacy.reregistrationDays) : null
      const ban = activeSanction(sanctions.state, at)
      const sanction = ban && keptSanction(auth, ban)
      const bans = [...traces.owned, ...traces.phones].map((trace) => ({
        trace,
        until: sanctionEnd(ban, at),
        sanction,
      }))
      const scores = traces.owned.map((trace) => ({ trace, until: scoreUntil, sanction: null }))
      const registrations = [...bans, ...scores].map(({ trace, ...rest }) => ({
        hash: auth.nameHasher.kept('registration', trace),
        ...rest,
      }))
      const pairs = reviewed.flatMap(({ targetId, until }) =>
        traces.owned.map((trace) => ({ hash: auth.nameHasher.kept('review', trace, targetId), until, sanction: null })),
      )
      return [...registrations, ...pairs].flatMap(({ until, ...rest }) => (until === null ? [] : [{ until, ...rest }]))
    }),
    TE.flatMap((kept) => auth.keptHashes.keep(kept)),
  )
}

const keptSanction = ({ nameHasher }: Pick<AuthServices, 'nameHasher'>, { sanctionId }: Pick<Sanction, 'sanctionId'>) =>
  nameHasher.kept('sanction', sanctionId)

/**
 * Releases the hashes kept because of sanctions that were lifted since, also by an appeal.
 * @rule D-50 who is acquitted after deleting the account may register again at once
 */
export const releaseHashes = (auth: AuthServices, accountId: string): Result<unknown> =>
  pipe(
    load(auth)(sanctionRecord, accountId),
    TE.map(({ state }) => [...state.sanctions.values()].filter(({ status }) => status === 'lifted')),
    TE.flatMap(TE.traverseSeqArray((lifted) => auth.keptHashes.release(keptSanction(auth, lifted)))),
  )

/** When somebody under this sanction may register again. */
const sanctionEnd = (sanction: Pick<Sanction, 'until'> | null, at: Instant): Instant | null =>
  sanction === null ? null : (sanction.until ?? plusMonths(at, permanentMonths))

const latest = (first: Instant | null, second: Instant | null): Instant | null => {
  if (first === null || second === null) return first ?? second
  return isBefore(first, second) ? second : first
}

/** Hashes of what identified an account in the last year. */
interface Traces {
  /** Mailboxes and social identities, which only their owner can use. */
  readonly owned: readonly string[]
  /**
   * The telephone number of the registration. Nobody verifies it, so it is held against its owner only where a moderator has
   * decided something about the account: a rival could enter it in an account of his own.
   */
  readonly phones: readonly string[]
}

const tracesOf = (auth: AuthServices, accountId: string, at: Instant): Result<Traces> =>
  pipe(
    TE.Do,
    TE.bind('identifiers', () => load(auth)(accountIdentifiers, accountId, 'decrypted')),
    TE.bind('past', () => auth.history.read(account.events, streamOf(account, accountId), 'omitted')),
    TE.map(({ identifiers: { state }, past }) => {
      const identities = past.flatMap(({ event }) =>
        event.type === 'SocialIdentityLinked' ? [event.data.identity] : [],
      )
      const { mailboxes, phones } = contactTraces(state, at)
      return { owned: [...new Set([...mailboxes, ...identities])], phones }
    }),
  )

/** A telephone number that was entered later may be somebody else's. */
const contactTraces = ({ identifiers }: IdentifierState, at: Instant) => {
  const remembered = [...identifiers.values()].filter((one) => one.hash !== '' && isRemembered(one, at))
  return {
    mailboxes: remembered.filter(({ kind }) => kind === 'mailbox').map(({ hash }) => hash),
    phones: remembered.filter(({ kind, registered }) => kind === 'phone' && registered).map(({ hash }) => hash),
  }
}

/** Targets reviewed within the interval, and when they may be reviewed again. */
const reviewedLately = (auth: AuthServices, accountId: string, at: Instant) => {
  const { intervalDays } = auth.ruleSettings.reviews
  return pipe(
    auth.lookups.reviews.reviewedSince(accountId, plusDays(at, -intervalDays)),
    TE.map((reviewed) =>
      reviewed.map(({ targetId, writtenAt }) => ({ targetId, until: plusDays(writtenAt, intervalDays) })),
    ),
  )
}

/** Hashes of what a person registers with. */
export interface RegistrationTraces {
  readonly email: string
  readonly phone: string | null
  /** Keyed hash of a social identity. */
  readonly identity?: string
}

/**
 * Rejects with the date from which registering is possible.
 * @rule Q-129 bans outlive deletion, and a second account does not escape them
 */
export const requireNotBanned = (
  auth: Pick<AuthServices, 'nameHasher' | 'keptHashes' | 'clock' | 'history' | 'lookups'>,
  { email, phone, identity }: RegistrationTraces,
): Result<void> => {
  const { nameHasher, keptHashes } = auth
  const at = auth.clock()
  const mailbox = nameHasher.mailbox(email)
  const number = phone === null ? null : nameHasher.phone(phone)
  const traces = [mailbox, number, identity ?? null].filter((trace) => trace !== null)
  return pipe(
    keptHashes.keptUntil(
      traces.map((trace) => nameHasher.kept('registration', trace)),
      at,
    ),
    TE.flatMap((until) => (until === null ? suspendedUntil(auth, { mailbox, number }, at) : TE.right(until))),
    TE.flatMap((until): Result<void> =>
      until === null ? TE.right(undefined) : TE.left(rejectedWith({ type: 'RegistrationBlocked', until })),
    ),
  )
}

/** When the suspension of an account that registered with the same number, or has the same mailbox, ends; null without one. */
const suspendedUntil = (
  { history, lookups }: Pick<AuthServices, 'history' | 'lookups'>,
  { mailbox, number }: { readonly mailbox: string; readonly number: string | null },
  at: Instant,
): Result<Instant | null> => {
  const isSamePerson = (state: IdentifierState) => {
    const { mailboxes, phones } = contactTraces(state, at)
    return mailboxes.includes(mailbox) || phones.some((phone) => phone === number)
  }
  const entered = [
    { kind: 'mailbox', hash: mailbox } as const,
    ...(number === null ? [] : [{ kind: 'phone', hash: number } as const]),
  ]
  return pipe(
    lookups.accounts.accountsUsing(entered),
    TE.flatMap(idsWhose((id) => load({ history })(accountIdentifiers, id, 'decrypted'), isSamePerson)),
    TE.flatMap(TE.traverseArray((id) => load({ history })(sanctionRecord, id))),
    TE.map((records) => records.map(({ state }) => sanctionEnd(activeSuspension(state, at), at)).reduce(latest, null)),
  )
}

/** @rule Q-129 a deleted account’s review of the same target keeps its author waiting, also in a new account */
export const requireNotReviewedBeforeDeletion = (
  { history, person, nameHasher, keptHashes, ruleSettings, at }: UseCaseContext,
  targetId: string,
): Result<void> => {
  // an account that is older than the interval has no such review
  if (isBefore(plusDays(person.registeredAt, ruleSettings.reviews.intervalDays), at)) return TE.right(undefined)
  return pipe(
    TE.Do,
    TE.bind('identifiers', () => load({ history })(accountIdentifiers, person.accountId, 'decrypted')),
    TE.bind('author', () => load({ history })(account, person.accountId)),
    TE.flatMap(({ identifiers, author }) => {
      const identities = author.state.kind === null ? [] : author.state.identities
      const traces = [...contactTraces(identifiers.state, at).mailboxes, ...identities.map(({ identity }) => identity)]
      return keptHashes.keptUntil(
        traces.map((trace) => nameHasher.kept('review', trace, targetId)),
        at,
      )
    }),
    TE.flatMap((nextAt): Result<void> =>
      nextAt === null ? TE.right(undefined) : TE.left(rejectedWith({ type: 'TooSoon', nextAt })),
    ),
  )
}
