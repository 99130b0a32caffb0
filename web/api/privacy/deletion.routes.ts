import { obstaclesOf } from '../../../application/privacy/obstacles.ts'
import { deleteOwnAccount } from '../../../application/privacy/delete-account.ts'
import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { accountById } from '../../../projections/accounts.ts'
import { tracesOf } from '../../../projections/privacy.queries.ts'
import { calls } from '../../contract/calls.ts'
import { deletionPreviewAnswer } from '../answers/privacy.ts'
import { asked, type Hall } from '../hall.ts'
import { obstacles as reasons } from '../refusals/privacy.ts'
import { reading, route } from '../route.ts'
import { exportRoute } from './export.route.ts'

/** */
const eligibilityRoute = (hall: Hall) =>
  reading(calls.deletionEligibility, ({ person: { accountId } }) =>
    pipe(
      obstaclesOf(hall.doors, accountId),
      TE.map(([obstacle]) => ({
        canDelete: obstacle === undefined,
        reason: obstacle === undefined ? null : reasons[obstacle],
      })),
    ),
  )

/** */
const previewRoute = (hall: Hall) =>
  reading(calls.deletionPreview, ({ person: { accountId, clientId, registeredAt } }) =>
    pipe(
      asked(() => Promise.all([accountById(hall.db, accountId), tracesOf(hall.db, accountId, clientId)])),
      TE.flatMap(([account, traces]) =>
        account === null
          ? TE.left(refuse({ type: 'NotSignedIn' }))
          : TE.right(deletionPreviewAnswer(account, registeredAt, traces)),
      ),
    ),
  )

/** every session ends with it. */
const deleteRoute = (hall: Hall) =>
  route(calls.deleteAccount, ({ body: { reason, password }, person, source, intentId, signOut }) =>
    pipe(
      deleteOwnAccount(hall.doors)({ person, password, reason: reason || null, source }, intentId),
      TE.tapTask(() => signOut),
      TE.tap(() => asked(() => hall.sessions.endAllOf(person.accountId))),
      TE.map((position) => ({ answer: undefined, position })),
    ),
  )

export const privacyRoutes = (hall: Hall) => [
  eligibilityRoute(hall),
  previewRoute(hall),
  deleteRoute(hall),
  exportRoute(hall),
]
