import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { longerThan } from '../text.ts'
import type { DisputeEvent, Party } from './events.ts'
import type { OpenedDispute } from './state.ts'

export interface FileStatement {
  readonly type: 'FileStatement'
  /** One an intent: the same statement sent again keeps it. */
  readonly statementId: string
  readonly by: string
  readonly reviewAuthorId: string
  readonly message: string
  readonly at: Instant
}

export type StatementRejection =
  /** Neither the business nor the author: for anybody else there is no dispute. */
  | { readonly type: 'DisputeNotFound' }
  | { readonly type: 'DisputeNoLongerHeard' }
  | { readonly type: 'StatementExists' }
  | { readonly type: 'NotYourTurn' }
  | { readonly type: 'StatementsUsedUp'; readonly most: number }
  | { readonly type: 'StatementLength'; readonly least: number; readonly most: number }

/** A side. */
export const mostStatements = 3
const shortest = 20
const longest = 2000

const reject = (rejection: StatementRejection) => E.left(rejection)

/** Both sides are heard, one after the other; the business spoke first when it opened the dispute. */
export const fileStatement = (
  command: FileStatement,
  dispute: OpenedDispute,
): E.Either<StatementRejection, readonly DisputeEvent[]> => {
  const { statementId, by, reviewAuthorId, at } = command
  const message = command.message.trim()
  const party = partyOf(by, reviewAuthorId, dispute)
  if (party === null) return reject({ type: 'DisputeNotFound' })
  const earlier = dispute.statements.find((one) => one.statementId === statementId)
  if (earlier !== undefined)
    return earlier.party === party && earlier.message === message ? E.right([]) : reject({ type: 'StatementExists' })
  if (!isHeard(dispute)) return reject({ type: 'DisputeNoLongerHeard' })
  if (statementsLeft(dispute, party) === 0) return reject({ type: 'StatementsUsedUp', most: mostStatements })
  if (nextToSpeak(dispute) !== party) return reject({ type: 'NotYourTurn' })
  if (message.length < shortest || longerThan(longest, message))
    return reject({ type: 'StatementLength', least: shortest, most: longest })

  const { disputeId, reviewId, businessId } = dispute.opened
  const data = { disputeId, reviewId, businessId, statementId, party, partyId: by, message, at }
  return E.right([{ type: 'StatementFiled', data }])
}

const partyOf = (by: string, reviewAuthorId: string, { opened }: OpenedDispute): Party | null => {
  if (by === opened.businessId) return 'business'
  return by === reviewAuthorId ? 'author' : null
}

/** As much of a dispute as tells whose turn it is. */
type Hearing = {
  readonly status: OpenedDispute['status']
  readonly statements: readonly { readonly party: Party }[]
}

const isHeard = ({ status }: Hearing): boolean => status === 'OPEN' || status === 'UNDER_REVIEW'

const statementsLeft = ({ statements }: Hearing, party: Party): number =>
  mostStatements - statements.filter((one) => one.party === party).length

const nextToSpeak = ({ statements }: Hearing): Party => (statements.at(-1)?.party === 'author' ? 'business' : 'author')

/** Whether a side may speak now. */
export const maySpeak = (dispute: Hearing, party: Party): boolean =>
  isHeard(dispute) && nextToSpeak(dispute) === party && statementsLeft(dispute, party) > 0
