import type { Aggregates } from '../kernel/aggregates.ts'
import { accountRecovery } from './account-recovery.ts'
import { account } from './account.ts'
import { administrators } from './administrators.ts'
import { dataDeletionRequest } from './data-deletion-request.ts'
import { favourites } from './favourites.ts'
import { accountIdentifiers } from './identifiers.ts'
import { nameReservation } from './name-reservation.ts'

/** One aggregate for each event family. `reservation` stands for the stream categories email, username, social and payee. */
export const accountAggregates = {
  account,
  deletion: dataDeletionRequest,
  recovery: accountRecovery,
  reservation: nameReservation('email'),
  favourites,
  identifiers: accountIdentifiers,
  administrators,
} as const satisfies Aggregates
