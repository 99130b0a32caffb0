import { accountFields, concernedAccounts } from '../../domain/audit/concerned-accounts.ts'
import type { AnyEvent, EventFamily } from '../../domain/kernel/event.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { LookupResult } from '../ports/lookups.ts'

/** Accounts named in the access log for one reading of a stream, at most. */
export const maxConcerned = 200

/** Field with the account of the member of staff who acted. */
const actingField = 'by'

/**
 * Ids of accounts and clients whose personal data an event has in sealed fields: those with whose keys they are sealed. A
 * batch of payouts has a key as well, and personal data of everyone it concerns.
 */
export const subjectsIn = ({ codecs }: EventFamily<AnyEvent>, event: AnyEvent): readonly string[] => {
  const values = event.data as Readonly<Record<string, unknown>>
  return Object.values(codecs.get(event.type)?.fields ?? {}).flatMap((field) => {
    if (field.kind !== 'pii') return []
    if (!accountFields.has(field.subject) && field.subject !== actingField) return concernedAccounts(event)
    const subject = values[field.subject]
    return typeof subject === 'string' ? [subject] : []
  })
}

interface ClientLookup {
  readonly accounts: { readonly accountOfClient: (clientId: string) => LookupResult<string | null> }
}

/** The ids with those of clients replaced by the ids of their accounts, each once. */
export const accountsOf = ({ accounts }: ClientLookup, ids: readonly string[]) =>
  pipe(
    ids,
    TE.traverseArray((id) =>
      pipe(
        accounts.accountOfClient(id),
        TE.map((accountId) => accountId ?? id),
      ),
    ),
    TE.map((accountIds): readonly string[] => [...new Set(accountIds)]),
  )
