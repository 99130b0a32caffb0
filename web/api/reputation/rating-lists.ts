import { refuse, type Answer } from '../../../application/use-case.ts'
import { holderOf } from '../../../application/access/doors.ts'
import type { RateClient } from '../../../application/reputation/rate-client.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { clientsOfBusiness } from '../../../projections/client-standings.ts'
import { clientAnswer } from '../answers/reputation.ts'
import { asked, type Hall } from '../hall.ts'

export const most = { ratings: 200, clients: 200, topClients: 3, codes: 50 }

/** one of the business's own by id, anybody by their exact address; an address nobody has names nobody. */
export const clientOf = (
  hall: Hall,
  { clientId, clientEmail }: { readonly clientId?: string | undefined; readonly clientEmail?: string | undefined },
): Answer<RateClient['client']> =>
  clientId === undefined
    ? pipe(
        holderOf(hall.doors, 'email', hall.doors.names.email(clientEmail ?? '')),
        TE.map((accountId) => ({ accountId })),
      )
    : TE.right({ clientId })

/** whoever names another business in the query is refused. */
export const clientsOf = (hall: Hall, accountId: string, businessId: string | undefined, limit: number) =>
  businessId !== undefined && businessId !== accountId
    ? TE.left(refuse({ type: 'Forbidden', needs: 'business' }))
    : asked(async () => (await clientsOfBusiness(hall.db, accountId, limit)).map(clientAnswer))
