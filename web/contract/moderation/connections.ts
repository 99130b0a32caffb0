import { z } from 'zod'
import { accountKinds, identifierKinds } from '../../../domain/accounts/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, id, instant, pageLimit } from '../fields.ts'
import { caseKind } from './cases.ts'

export { type IdentifierKind, identifierKinds } from '../../../domain/accounts/vocabulary.ts'

const identifierKind = z.enum(identifierKinds)
const accountKind = z.enum(accountKinds)

/** How an account uses an identifier. The identifier itself is never shown. */
const identifierUse = z.object({
  accountId: id,
  since: instant,
  /** Null while the account uses it. */
  until: instant.nullable(),
  /** It came with the registration. */
  registered: z.boolean(),
  /** Whether it still connects the account; not if the account left it too long ago. */
  remembered: z.boolean(),
  /** Clients who had the number before the business took it; it does not connect them. */
  adoptedFrom: z.array(id),
})

export const sharedIdentifier = z
  .object({
    kind: identifierKind,
    accountCount: z.int(),
    /** When the second account took it. */
    connectedAt: instant,
    /** The longest-standing accounts. */
    accounts: z.array(identifierUse.extend({ name: z.string().nullable(), accountKind })),
  })
  .meta({ id: 'SharedIdentifier' })
export type SharedIdentifier = z.infer<typeof sharedIdentifier>

/** Accounts and the identifiers they share; identifiers are numbered within the graph. */
export const connectionGraph = z
  .object({
    accounts: z.array(
      z.object({
        accountId: id,
        name: z.string().nullable(),
        kind: accountKind,
        /** Distance from the account asked for, in shared identifiers. */
        steps: z.int(),
        /** Open cases about the account's reviews to which the caller is no party, oldest first. */
        openCases: z.array(z.object({ caseId: id, kind: caseKind })),
      }),
    ),
    identifiers: z.array(z.object({ n: z.int(), kind: identifierKind })),
    uses: z.array(identifierUse.extend({ identifier: z.int() })),
    /** More accounts are connected than the graph shows. */
    cut: z.boolean(),
  })
  .meta({ id: 'ConnectionGraph' })
export type ConnectionGraph = z.infer<typeof connectionGraph>

/** @rule Q-123 what connects accounts, never the identifiers themselves */
export const connectionEndpoints = {
  connections: endpoint({
    method: 'GET',
    path: '/api/admin/connections',
    summary:
      'Lists identifiers that accounts share, newest connection first, without those of accounts connected with the caller',
    access: 'moderator',
    query: z.object({ kind: identifierKind.optional(), limit: pageLimit(100), cursor }),
    response: z.array(sharedIdentifier),
    paginated: true,
    recorded: { what: 'staff-read', why: 'connections' },
  }),
  connectionGraph: endpoint({
    method: 'GET',
    path: '/api/admin/connections/:accountId',
    summary:
      'Returns up to 100 accounts connected with one, directly or through another; 403 if any is connected with the caller',
    access: 'moderator',
    params: z.object({ accountId: id }),
    response: connectionGraph,
    recorded: { what: 'staff-read', why: 'connections' },
  }),
}
