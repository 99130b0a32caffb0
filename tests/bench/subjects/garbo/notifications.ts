import { decideAndAppend } from '../../../../application/command-handler.ts'
import { account } from '../../../../domain/accounts/account.ts'
import { defaultNotificationSettings } from '../../../../domain/accounts/notification-settings.ts'
import { ratingRelease, type RatingReleaseCommand } from '../../../../domain/ratings/rating-release.ts'
import { closedLoop } from '../../load.ts'
import { newId } from '../../workload.ts'
import { requestMeta } from '../event-store/log-tasks.ts'
import { unwrap } from '../event-store/session.ts'
import { accountFactory, type GarboSession, now } from './accounts.ts'

const callers = 64

export const notificationTasks = (session: GarboSession) => {
  const executor = async () => decideAndAppend({ history: (await session.resources()).history, newId })
  const forEach = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    const done = await closedLoop(callers, { operations: ids.length }, (nth) => work(ids[nth] ?? ''))
    if (done.failed > 0) throw new Error(done.firstError ?? '')
  }
  const ratingCommands = async (accountIds: readonly string[], make: (clientId: string) => RatingReleaseCommand) => {
    const execute = await executor()
    await forEach(accountIds, async (id) =>
      unwrap(await execute(ratingRelease, `c-${id}`, make(`c-${id}`), requestMeta())()),
    )
  }
  return {
    /** Registers guests who want their e-mails at any hour. */
    registerGuests: async ({ count }: { readonly count: number }) => {
      const ids = await (await accountFactory(session)).clients(count)
      const execute = await executor()
      const settings = { ...defaultNotificationSettings, quietHours: false }
      await forEach(ids, async (id) =>
        unwrap(
          await execute(account, id, { type: 'SetNotificationSettings', ...settings, at: now() }, requestMeta(), {
            personalData: 'decrypted',
          })(),
        ),
      )
      await session.waitUntilSettled()
      return ids
    },

    /** Holds a rating of each guest. */
    holdRatings: async ({ guests }: { readonly guests: readonly string[] }) => {
      await ratingCommands(guests, (clientId) => ({
        type: 'HoldRating',
        clientId,
        ratingId: newId(),
        businessId: newId(),
        ratedAt: now(),
        batch: newId(),
        at: now(),
      }))
      await session.waitUntilSettled()
    },

    /** Releases the held ratings, which notifies each guest. */
    releaseRatings: ({ guests }: { readonly guests: readonly string[] }) =>
      ratingCommands(guests, (clientId) => ({
        type: 'ReleaseDue',
        clientId,
        batch: newId(),
        upTo: now(),
        at: now(),
      })),
  }
}
