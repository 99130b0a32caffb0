import type { AnyEvent } from '../kernel/event.ts'

/** Fields of events that hold ids of accounts, or of the clients of accounts, that an event is about. @rule D-48 */
export const accountFields: ReadonlySet<string> = new Set([
  'accountId',
  'accountIds',
  'appellantId',
  'appellants',
  'authorId',
  'businessId',
  'clientAccountId',
  'clientId',
  'countsAs',
  'guestId',
  'parties',
  'partyId',
  'referredId',
  'reporterId',
  'targetId',
  'toldId',
])

/**
 * Ids of the accounts and clients that an event is about, each once, wherever they are in its data. Staff who decide are
 * not among them: they are its actor.
 * @rule D-48
 */
export const concernedAccounts = ({ data }: AnyEvent): readonly string[] => {
  const found = new Set<string>()
  collect(data, '', found)
  // of a case, the target is a review, a rating or a sanction
  if (isRecord(data) && 'caseId' in data && typeof data['targetId'] === 'string') found.delete(data['targetId'])
  return [...found]
}

const collect = (value: unknown, field: string, found: Set<string>): void => {
  if (typeof value === 'string') {
    if (value !== '' && accountFields.has(field)) found.add(value)
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, field, found)
  } else if (isRecord(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, name, found)
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
